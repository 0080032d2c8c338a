import { createHash, createHmac, randomBytes } from "node:crypto";
import { SignJWT, jwtVerify } from "jose";
import { deriveKey } from "#server/auth/secrets.ts";
import { databaseMs } from "#server/db/database-clock.ts";

/** Life of an access token, seconds. */
export const accessSeconds = 300;
/**
 * A refresh token may be presented again for this long after its use, so that two tabs survive one
 * rotation and a browser whose answer was lost may ask again.
 */
export const reuseGraceSeconds = 30;

const issuer = "levee";

/** Signs an access token (HS256) naming person and session. */
export const signAccessToken = (
  personId: string,
  sessionId: string,
  nowMs = databaseMs(),
): Promise<string> => {
  const now = Math.floor(nowMs / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(personId)
    .setIssuer(issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + accessSeconds)
    .sign(deriveKey("access-token"));
};

type AccessToken = { personId: string; sessionId: string; expiresAt: number };

// A good signature stays good: a token is verified once, and refused here from the second in which
// it expires.
const verified = new Map<string, AccessToken>();
const mostVerified = 20_000;

/**
 * Person and session of a token with a good signature that has not expired, or null. Says nothing
 * about revocation.
 */
export const readAccessToken = async (token: string): Promise<AccessToken | null> => {
  const known = verified.get(token);
  if (known && known.expiresAt * 1000 > databaseMs()) return known;
  verified.delete(token);
  const read = await verify(token);
  if (read) {
    if (verified.size >= mostVerified) verified.clear();
    verified.set(token, read);
  }
  return read;
};

const verify = async (token: string): Promise<AccessToken | null> => {
  try {
    const { payload } = await jwtVerify(token, deriveKey("access-token"), {
      issuer,
      algorithms: ["HS256"],
      clockTolerance: 2,
      currentDate: new Date(databaseMs()),
    });
    const { sub, sid, exp } = payload;
    return typeof sub === "string" && typeof sid === "string" && exp
      ? { personId: sub, sessionId: sid, expiresAt: exp }
      : null;
  } catch {
    return null;
  }
};

/** A secret for mail links and refresh tokens: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token: its SHA-256, hex. */
export const tokenHash = (token: string): string =>
  createHash("sha256").update(token).digest("hex");

/**
 * The refresh token that follows `token`. It is derived, not drawn, so that a second tab presenting
 * `token` again within the
 * grace period receives the same successor instead of forking the family.
 */
export const successor = (token: string): string =>
  createHmac("sha256", deriveKey("refresh-token")).update(token).digest("base64url");
