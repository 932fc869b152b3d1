/** What every browser story has: where CI asks for it, a second try after a failure, which is printed as such. */
if (process.env.STORY_TRIES === '2') jest.retryTimes(1, { logErrorsBeforeRetry: true });
