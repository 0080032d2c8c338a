export const eventKinds = {
  sign_in: "Sign-in",
  test: "Test",
  link: "Link",
  unlink: "Link ended",
  provider: "Provider changed",
  domain: "Domain",
  mapping: "Mapping",
  enforcing: "Enforcing",
  break_glass: "Break-glass",
} as const;
export type EventKind = keyof typeof eventKinds;
