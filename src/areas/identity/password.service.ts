import {
  hashPassword as scryptHash,
  verifyPassword as scryptVerify,
} from "@better-auth/utils/password";
import { invalidField } from "#kernel/errors.ts";

// The words behind the passwords that leak most often. A candidate is reduced to its base (case,
// digits, marks and
// the usual letter substitutions removed) before it is looked up, because the composition rule
// turns "password" into "Password1!".
const commonBases = new Set(
  `password passwort motdepasse contrasena qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
  abc abcd abcde abcdef abcabc admin administrator root user username guest test tester testing demo default changeme change letmein welcome login
  secret access master hello iloveyou loveyou love sunshine princess dragon monkey football baseball basketball soccer hockey superman batman
  starwars pokemon trustno trustnoone shadow michael jordan jennifer jessica ashley charlie daniel thomas andrew joshua matthew robert george
  maggie buster hunter killer ranger tigger pepper ginger cookie summer winter spring autumn january february march april june july august
  september october november december monday friday sunday flower freedom whatever computer internet google facebook samsung apple microsoft
  windows oracle cisco pass passw passwd passcode mypassword newpassword temppassword temp temporary company office government county city state
  levee chelsea liverpool arsenal yankees cowboys steelers mustang harley corvette ferrari mercedes jesus blessed angel family mother father
  babygirl lovely hannah nicole sophie amanda justin donald trump america usa london texas boston chicago`.split(
    /\s+/,
  ),
);

const lookalikes: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
};
const lettersOnly = (text: string) => text.replace(/[^a-z]/g, "");
const core = (text: string) => text.replace(/^[^a-z@$]+|[^a-z@$]+$/g, "");

const isCommonBase = (base: string) => {
  const half = base.slice(0, base.length / 2);
  return commonBases.has(base) || (half + half === base && commonBases.has(half));
};

/**
 * True for passwords that are a very common word dressed up to pass the composition rule, or that
 * use fewer than five characters.
 */
export const isCommonPassword = (password: string): boolean => {
  const lower = password.toLowerCase();
  const substituted = [...core(lower)].map((c) => lookalikes[c] ?? c).join("");
  return (
    new Set(lower).size < 5 ||
    [lower, core(lower), substituted].some((text) => isCommonBase(lettersOnly(text)))
  );
};

/**
 * Refuses a new password that is common or contains the person's own address (ASVS 5.0, 6.2.4 and
 * 6.2.11).
 * @throws Problem 422 naming `field`.
 */
export const assertUncommon = (password: string, email: string, field = "password"): void => {
  const local = email.split("@")[0] ?? "";
  if (isCommonPassword(password))
    throw invalidField(
      field,
      "This password is too common. Choose one that is harder to guess.",
      "weak_password",
    );
  if (local.length >= 4 && password.toLowerCase().includes(local))
    throw invalidField(field, "Password must not contain your email address.", "weak_password");
};

/**
 * scrypt hash (N=16384, r=16, p=1) with its salt, as `salt:key` in hex. Unicode is normalised
 * (NFKC) first.
 */
export const hashPassword = (password: string): Promise<string> => scryptHash(password);

let decoy: Promise<string> | undefined;

/**
 * Compares a typed password with a stored hash. Without a hash (unknown address, account without
 * password) the same work is
 * done against a decoy, so that the time taken does not tell whether the address is known.
 */
export const verifyPassword = async (hash: string | null, password: string): Promise<boolean> => {
  decoy ??= scryptHash("a password nobody has");
  const matches = await scryptVerify(hash ?? (await decoy), password);
  return hash !== null && matches;
};
