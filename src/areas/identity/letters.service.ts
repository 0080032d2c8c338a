import { counted } from "#kernel/words.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

const somebody = "You get this letter because somebody used this address at Levee.";
const account = "You get this letter because of your Levee account.";
const origin = "{origin}";

/** The link that confirms an address. No word of a stranger goes to an address of nobody. */
export const confirmationLetter = defineLetter({
  kind: "signup",
  why: somebody,
  write: (by: { origin: string; token: string }) => ({
    subject: "Confirm your address for Levee",
    paragraphs: [
      "Hello,",
      "Press the link to confirm your address. It works once, for 24 hours.",
      "If you did not sign up, ignore this letter: nothing happens.",
    ],
    link: {
      label: "Confirm my address",
      href: `${by.origin}/auth?token_hash=${by.token}&type=signup`,
    },
  }),
  sample: { origin, token: "sample" },
});

/** The link to choose a password, for an address with which two signed up. */
export const contestedLetter = defineLetter({
  kind: "signup_contested",
  why: somebody,
  write: (by: { origin: string; token: string }) => ({
    subject: "Choose your password for Levee",
    paragraphs: [
      "Hello,",
      "Somebody signed up with this address more than once, with different passwords. To be sure that the password is yours, press the link and choose it anew: that also confirms your address. It works once, for one hour.",
      "If you did not sign up, ignore this letter: nothing happens.",
    ],
    link: {
      label: "Choose my password",
      href: `${by.origin}/reset-password?token_hash=${by.token}&type=recovery`,
    },
  }),
  sample: { origin, token: "sample" },
});

/** Somebody signed up with the address of an account. */
export const knownLetter = defineLetter({
  kind: "signup_known",
  why: account,
  write: (by: { origin: string; name: string }) => ({
    subject: "You already have a Levee account",
    paragraphs: [
      `Hello ${by.name},`,
      "Somebody, probably you, signed up with your address. You have an account already: sign in, or choose a new password if you forgot yours.",
      "Nothing was changed.",
    ],
    link: { label: "Choose a new password", href: `${by.origin}/request-reset` },
  }),
  sample: { origin, name: "Dana Ruiz" },
});

/** The link to choose a new password; `name` is null where nobody has confirmed the address. */
export const recoveryLetter = defineLetter({
  kind: "recovery",
  why: account,
  write: (by: { origin: string; token: string; name: string | null }) => ({
    subject: "Choose a new password for Levee",
    paragraphs: [
      by.name === null ? "Hello," : `Hello ${by.name},`,
      "Press the link to choose a new password. It works once, for one hour.",
      "If you did not ask for it, ignore this letter: your password stays as it is.",
    ],
    link: {
      label: "Choose a new password",
      href: `${by.origin}/reset-password?token_hash=${by.token}&type=recovery`,
    },
  }),
  sample: { origin, token: "sample", name: "Dana Ruiz" },
});

/** A vendor's person asks a colleague to act for the company. */
export const colleagueLetter = defineLetter({
  kind: "vendor_colleague",
  why: "You get this letter because somebody invited this address to act for a company in Levee.",
  write: (by: { name: string; company: string; email: string; days: number; token: string }) => ({
    subject: `${by.name} invites you to act for ${by.company}`,
    paragraphs: [
      `${by.name} invites you to act for ${by.company} in Levee: bids, orders, invoices and payments.`,
      `Sign in or sign up with this address (${by.email}), then open the link. It is good for ${by.days} days.`,
    ],
    link: { label: "Join the company", href: `/vendor-portal/join?token=${by.token}` },
  }),
  sample: {
    name: "Paula North",
    company: "Northline Paving",
    email: "lee@northline.example",
    days: 14,
    token: "sample",
  },
});

const known = "a device or network address that you have signed in from in the last 90 days";

/** Somebody guesses at the password of an account. */
export const guessedLetter = defineLetter({
  kind: "password_guessed",
  why: account,
  write: (attempts: number) => ({
    subject: "Somebody tries passwords on your Levee account",
    paragraphs: [
      `${counted(attempts, "wrong password")} came today from places where you have never signed in. None of them opened your account.`,
      `Further attempts from such places have to wait. From ${known} you sign in as ever.`,
      "A passkey or two-step sign-in makes a guessed password useless: Settings, Sign-in and security.",
    ],
    link: { label: "Sign-in and security", href: "/settings?tab=security" },
  }),
  sample: 12,
});

/** Somebody has the password and lacks the second step. */
export const passwordKnownLetter = defineLetter({
  kind: "password_known",
  why: account,
  write: () => ({
    subject: "Somebody knows the password of your Levee account",
    paragraphs: [
      "Your right password was typed in a place where you have never signed in, and then wrong codes for the second step. Nobody came in.",
      "If this was not you, choose a new password now. Your second step still lets you in.",
    ],
    link: { label: "Choose a new password", href: "/request-reset" },
  }),
  sample: null,
});

type Change = { subject: string; paragraphs: readonly string[] };
const changeOf = (kind: string, sample: Change) =>
  defineLetter({
    kind,
    why: account,
    write: ({ subject, paragraphs }: Change) => ({
      subject,
      paragraphs: [
        ...paragraphs,
        "If this was not you, choose a new password at once and tell your administrator.",
      ],
    }),
    sample,
  });

/** A way to sign in changed: whoever does it in a stolen session is noticed. */
export const changeLetters = {
  password_changed: changeOf("password_changed", {
    subject: "Your Levee password was changed",
    paragraphs: ["Your password was changed just now, and your other devices were signed out."],
  }),
  password_reset: changeOf("password_reset", {
    subject: "Your Levee password was changed by a link",
    paragraphs: ["A link that we mailed to you was used to choose a new password."],
  }),
  passkey_added: changeOf("passkey_added", {
    subject: "A passkey was added to your Levee account",
    paragraphs: ['The passkey "Office laptop" can now sign in as you.'],
  }),
  passkey_removed: changeOf("passkey_removed", {
    subject: "A passkey was removed from your Levee account",
    paragraphs: ['The passkey "Office laptop" can no longer sign in as you.'],
  }),
  provider_linked: changeOf("provider_linked", {
    subject: "Google can now sign in to your Levee account",
    paragraphs: ["Somebody signed in with the Google account of dana@example.gov."],
  }),
  second_factor_on: changeOf("second_factor_on", {
    subject: "Two-step sign-in was turned on for your Levee account",
    paragraphs: ["Two-step sign-in was turned on just now."],
  }),
  backup_codes_renewed: changeOf("backup_codes_renewed", {
    subject: "The backup codes were replaced for your Levee account",
    paragraphs: ["The backup codes were replaced just now."],
  }),
  second_factor_off: changeOf("second_factor_off", {
    subject: "Two-step sign-in was turned off for your Levee account",
    paragraphs: ["Two-step sign-in was turned off just now."],
  }),
};
