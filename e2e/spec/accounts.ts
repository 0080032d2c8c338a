// Typed from the specification, sections 3, 5, 7, 8 and 9.

/** 5: a value, and the message that it earns. */
export const emailMessages: readonly (readonly [value: string, message: string])[] = [
  ["nobody", "Invalid email address"],
  [`${"a".repeat(250)}@x.org`, "Email must be less than 255 characters"],
];
export const passwordMessages: readonly (readonly [value: string, message: string])[] = [
  ["Aa1!aaa", "Password must be at least 8 characters"],
  [`Aa1!${"x".repeat(125)}`, "Password must be less than 128 characters"],
  ["aa1!aaaa", "Password must contain at least one uppercase letter"],
  ["AA1!AAAA", "Password must contain at least one lowercase letter"],
  ["Aaa!aaaa", "Password must contain at least one number"],
  ["Aa1aaaaa", "Password must contain at least one special character"],
];

/** 3: what a session holds in local storage. */
export const sessionFields = [
  "access_token",
  "refresh_token",
  "expires_at",
  "expires_in",
  "user",
] as const;

/** 8. */
export const texts = {
  warning: ["Session Expiring Soon", "Your session will expire in 5 minutes due to inactivity."],
  expired: ["Session Expired", "Your session has expired. Please log in again."],
  stay: "Stay signed in",
  sessionMissing: "Auth session missing!",
  chatFailure: "I apologize, but I encountered an error. Please try again.",
} as const;

/** 9. */
export const constants = {
  inactivityMinutes: 60,
  warningMinutes: 5,
  authAttempts: 5,
  authBlockMinutes: 15,
  demoDays: 30,
  chatWidthRem: 24,
  chatHeight: 600,
} as const;
