import type { signInProvider } from "../sign-on.tables.ts";

/** A provider as stored. */
export type Provider = typeof signInProvider.$inferSelect;

/** What secrets of providers are sealed for; bound to the agency and the provider. */
export const secretPurpose = "sign-on-secret";
