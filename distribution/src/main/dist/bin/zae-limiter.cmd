@echo off
rem Runs the command line from the folder that it was unpacked to. Needs Java 17 or newer, and nothing else.
setlocal
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
set "ZAEL_CALLED_AS=%~nx0"
"%JAVA%" -XX:+UseSerialGC -Xshare:auto %JAVA_OPTS% "-Dzae.function=%~dp0..\function" -cp "%~dp0..\lib\*" dev.zaelimiter.cli.ZaeLimiter %*
exit /b %ERRORLEVEL%
