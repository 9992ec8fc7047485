# Runs before the package is made: puts its documents into the form that Debian wants, compressed and with a changelog.

set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/../resources/debian/changelog ${share}/doc/tidemark/changelog)
file(GLOB pages ${share}/man/man*/*)
foreach(file ${pages} ${share}/doc/tidemark/changelog)
    execute_process(COMMAND gzip -9 --no-name --force ${file} COMMAND_ERROR_IS_FATAL ANY)
    file(CHMOD ${file}.gz PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
