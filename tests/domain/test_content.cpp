#include "core/domain/content.h"
#include "core/domain/request_caps.h"

#include <doctest/doctest.h>

namespace tidemark::content_test {

TEST_CASE("attachments that break the rules of attachments are cut, and honest ones stay")
{
    Attachment honest;
    honest.size = 5;
    honest.mime = "image/png";
    honest.name = "花园.png";
    honest.preview = std::string(caps::maxPreviewBytes, 'p');
    content::Message message;
    message.attachments.assign(caps::maxAttachments, honest);
    EntryContent content = message;
    keepWithinCaps(content);
    CHECK(content == EntryContent(message));

    Attachment other = honest;
    other.mime = std::string(caps::maxMimeBytes + 1, 'm');
    other.name.clear();
    other.preview += 'p';
    content::Message broken;
    broken.attachments.assign(65536, other);
    content = broken;
    keepWithinCaps(content);
    const auto& kept = std::get<content::Message>(content).attachments;
    REQUIRE(kept.size() == caps::maxAttachments);
    CHECK(kept[0].mime.empty());
    CHECK(kept[0].name == "file");
    CHECK(kept[0].preview.empty());
    CHECK(kept[0].size == 5);
}

} // namespace tidemark::content_test
