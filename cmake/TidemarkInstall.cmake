# Installs programs, documents and icons, and describes the Debian package (tools/package).

include(GNUInstallDirs)
set(tidemark_app_id io.github.tidemark_chat.Tidemark)
set(tidemark_docs ${CMAKE_INSTALL_DATAROOTDIR}/doc/tidemark)
set(tidemark_hicolor ${CMAKE_INSTALL_DATAROOTDIR}/icons/hicolor)
set(tidemark_resources ${PROJECT_SOURCE_DIR}/resources)
# The installed files are readable for all users even if those of the checkout are not.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

install(TARGETS tidemark tidemark-cli tidemark-lab tidemark-server RUNTIME)
# No command for users: the window starts it.
install(TARGETS tidemark-pictures RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/tidemark)
install(FILES ${tidemark_resources}/desktop/${tidemark_app_id}.desktop
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/applications)
install(FILES ${tidemark_resources}/desktop/${tidemark_app_id}.metainfo.xml
    DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/metainfo)
foreach(size 16 22 24 32 48 64 128 256 512)
    install(FILES ${tidemark_resources}/icons/tidemark-${size}.png
        DESTINATION ${tidemark_hicolor}/${size}x${size}/apps RENAME ${tidemark_app_id}.png)
endforeach()
install(FILES ${tidemark_resources}/icons/tidemark.svg
    DESTINATION ${tidemark_hicolor}/scalable/apps RENAME ${tidemark_app_id}.svg)
install(FILES ${tidemark_resources}/icons/tidemark-symbolic.svg
    DESTINATION ${tidemark_hicolor}/symbolic/apps RENAME ${tidemark_app_id}-symbolic.svg)
install(FILES
    ${tidemark_resources}/man/tidemark.1
    ${tidemark_resources}/man/tidemark-cli.1
    ${tidemark_resources}/man/tidemark-lab.1
    ${tidemark_resources}/man/tidemark-server.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES
    ${PROJECT_SOURCE_DIR}/docs/OPERATING.md
    ${PROJECT_SOURCE_DIR}/docs/damage.md
    ${PROJECT_SOURCE_DIR}/docs/faults.md
    ${PROJECT_SOURCE_DIR}/docs/storage.md
    DESTINATION ${tidemark_docs})
install(FILES ${tidemark_resources}/systemd/server.conf DESTINATION ${tidemark_docs}/examples)
install(FILES ${tidemark_resources}/systemd/tidemark-server.service DESTINATION lib/systemd/system)

# The licence in the form that Debian reads (DEP 5).
file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)" copyright "${licence}")
set(tidemark_holder ${CMAKE_MATCH_1})
string(REGEX REPLACE "^.*Copyright \\(c\\)[^\n]*\n+" "" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " tidemark_licence "${licence}")
configure_file(${tidemark_resources}/debian/copyright.in ${PROJECT_BINARY_DIR}/debian/copyright @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/debian/copyright DESTINATION ${tidemark_docs})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/LICENSE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tidemark)
set(CPACK_PACKAGE_VENDOR "The Tidemark developers")
set(CPACK_PACKAGE_CONTACT "The Tidemark developers <tidemark-chat@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "chat client whose unread counts are never wrong")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/DebianDocs.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Packages that the programs load at run time, unseen by the linker. The platform for X11 is in libqt6gui6.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite, qt6-image-formats-plugins, hicolor-icon-theme")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, qt6-translations-l10n, fonts-noto-color-emoji")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "fonts-noto-cjk")
set(CPACK_PACKAGE_DESCRIPTION
"Your read state is a position in the conversation and not a counter, so
unread counts are the same on all your devices, also after you worked offline
and after a crash.
.
The package contains the desktop client, a command line client for scripts
and bots, the server, and a laboratory that plays read sync under faults.")
include(CPack)
