/** Ways of signing in that an agency allows or closes. Its own provider is always open. */
export const signInMethods = {
  password: "Password",
  google: "Google",
  passkey: "Passkey",
} as const;
export type SignInMethod = keyof typeof signInMethods;

/** How a session began. */
export type CameBy = SignInMethod | "provider";
