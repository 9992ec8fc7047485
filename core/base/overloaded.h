#pragma once

namespace tidemark {

/// A visitor made of lambdas, for std::visit.
template <typename... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

} // namespace tidemark
