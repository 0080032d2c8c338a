import { z } from "zod";

// Rules and texts of SPEC section 5; forms and API read the same objects, so that a person never
// meets two wordings.

/** E-mail address: trimmed, lower-cased, at most 255 characters. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(255, "Email must be less than 255 characters")
  .pipe(z.email("Invalid email address"));

/**
 * New password: 8 to 128 characters with the four classes. The blocklist of common passwords is the
 * server's (`password.service.ts`).
 */
export const newPassword = z
  .string()
  .min(8, "Password must be at least 8 characters")
  .max(128, "Password must be less than 128 characters")
  .regex(/\p{Lu}/u, "Password must contain at least one uppercase letter")
  .regex(/\p{Ll}/u, "Password must contain at least one lowercase letter")
  .regex(/\p{Nd}/u, "Password must contain at least one number")
  .regex(/[^\p{L}\p{N}\s]/u, "Password must contain at least one special character");

/** Password as typed at sign-in: any text, bounded so that hashing cannot be abused. */
export const typedPassword = z.string().min(1, "Enter your password").max(1024);

/** Username: 3 to 49 characters of letters, digits, underscore, hyphen. */
export const username = z
  .string()
  .trim()
  .min(3, "Username must be at least 3 characters")
  .max(49, "Username must be less than 50 characters")
  .regex(
    /^[A-Za-z0-9_-]+$/,
    "Username can only contain letters, numbers, underscores, and hyphens",
  );

/**
 * Phone: spaces, dots, hyphens and brackets are removed first; then an optional plus, a digit 1–9
 * and 1 to 14 more digits.
 */
export const phone = z
  .string()
  .transform((text) => text.trim().replace(/[\s.()-]/g, ""))
  .pipe(z.string().regex(/^\+?[1-9]\d{1,14}$/, "Invalid phone number format"));

const isUrl = (text: string) => URL.canParse(text);

/** Absolute URL of at most 2048 characters. */
export const url = z
  .string()
  .trim()
  .max(2048, "URL must be less than 2048 characters")
  .refine(isUrl, "Invalid URL format");

export const uuid = z.guid("Invalid UUID format");

const finite = z.custom<number>(
  (value) => typeof value === "number" && Number.isFinite(value),
  "Must be a finite number",
);

/** Positive finite number. */
export const positiveNumber = finite.refine((value) => value > 0, "Must be a positive number");

/** Zero or a positive finite number. */
export const nonNegativeNumber = finite.refine(
  (value) => value >= 0,
  "Must be a non-negative number",
);

/** Text that parses as JSON. */
export const jsonText = z.string().refine((text) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}, "Invalid JSON format");

// What programs that show letters turn into a link: names go into letters to others.
const webAddress = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}\/\S/iu;

/** Name that other people see; no web address. */
export const displayName = z
  .string()
  .trim()
  .min(1, "Enter your name")
  .max(120, "Name must be at most 120 characters")
  .refine((name) => !webAddress.test(name), "A name has no web address. Enter your name alone");

/**
 * A name that somebody else gave (a provider of sign-ins, the part of an address before @), as a
 * display name: a web address in it is taken apart.
 */
export const nameOf = (given: string): string =>
  displayName.safeParse(given).success
    ? given.trim()
    : given
        .replace(/[:/.]+/g, " ")
        .trim()
        .slice(0, 120) || "Unnamed";

/** Six digits from an authenticator, or a backup code. */
export const secondFactorCode = z
  .string()
  .trim()
  .min(6, "Enter the code")
  .max(20, "Enter the code");

/** Texts of every rule that the value breaks; empty when it passes. */
export const messagesFor = (rule: z.ZodType, value: unknown): string[] => {
  const result = rule.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
};
