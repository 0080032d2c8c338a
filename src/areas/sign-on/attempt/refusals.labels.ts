/** Why somebody did not come in through an agency's provider: what happened, and what to do. */
export const refusals = {
  provider_off: "This provider is not in use. Sign in another way, or ask your administrator.",
  provider_unreachable:
    "Your agency's provider did not answer, so nobody can sign in through it now. Try again in a few minutes; your administrators can come in meanwhile.",
  provider_failed:
    "What your agency's provider answered could not be checked. Try again; if it stays so, your administrator finds the reason under Single sign-on, Log.",
  access_denied: "You left the provider's page without signing in, or it did not let you in.",
  sso_expired: "The sign-in took too long, or was used already. Start again.",
  other_browser: "The sign-in was begun in another browser. Start again in this one.",
  malformed: "The provider's answer is not in the form that is read. Nothing was taken from it.",
  unsigned: "The provider's answer is not signed, so nothing was taken from it.",
  encrypted:
    "The provider encrypts its answer, which is not read here: it comes over an encrypted connection and is signed. An administrator of the provider turns the encryption of assertions off for this application.",
  bad_signature:
    "The provider's answer is not signed with a certificate that the agency knows. An administrator takes in the provider's new metadata.",
  weak_signature:
    "The provider signs in a way that is no longer safe (SHA-1). It must use SHA-256.",
  wrong_issuer: "The answer comes from another provider than the one that was asked.",
  wrong_audience: "The provider's answer is meant for another application.",
  wrong_recipient: "The provider's answer is meant for another address.",
  wrong_request:
    "The answer belongs to no sign-in that was begun here. Start from our sign-in page.",
  wrong_time:
    "The provider's answer is too old or too new. Its clock may be wrong: an administrator of it can tell.",
  no_subject:
    "The provider does not say who you are in a lasting way. An administrator names the claim that does.",
  address_not_ours:
    "Your address at the provider is not in a mail domain that the agency has proved to be its own.",
  nobody_new: "You have no account in this agency. Ask an administrator to invite you.",
  not_invited: "No open invitation fits your address. Ask an administrator to invite you.",
  no_membership: "Your membership in this agency has ended. Ask an administrator.",
} as const;
export type RefusalCode = keyof typeof refusals;

/** The sentence of a code; the general one for a code that nobody knows. */
export const refusalText = (code: string): string =>
  Object.hasOwn(refusals, code) ? refusals[code as RefusalCode] : refusals.provider_failed;
