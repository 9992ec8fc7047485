#include "tests/e2e/crew.h"

#include <QRegularExpression>
#include <QTest>

#include <vector>

namespace tidemark::test {

using namespace Qt::StringLiterals;

void Crew::gather()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    QVERIFY(m_stage.ready());
    m_laptop = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"laptop"_s));
    m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"desk"_s));
    m_phone = std::make_unique<Device>(m_stage.device(u"ann"_s, u"phone"_s));
    QVERIFY(m_phone->sync());
}

void Crew::checkDevices(std::initializer_list<const Device*> others) const
{
    std::vector<const Device*> devices{m_laptop.get(), m_phone.get(), m_bob.get()};
    devices.insert(devices.end(), others);
    for (const Device* device : devices) {
        QVERIFY(device->sync());
        VERIFY_DONE(device->audit());
        QCOMPARE(device->mismatches(), 0);
    }
}

} // namespace tidemark::test
