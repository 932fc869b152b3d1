/** What every test against a real server has: where CI asks for it, a second try after a failure, which is printed as such. */
if (process.env.TEST_TRIES === '2') jest.retryTimes(1, { logErrorsBeforeRetry: true });
