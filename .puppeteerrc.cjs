/** The browser is found, and if need be fetched, by test/support/browserPath.ts, so that installing never fails for want of one. */
module.exports = { skipDownload: true };
