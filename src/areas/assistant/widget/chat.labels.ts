/** A message as the widget shows it (SPEC 3). */
export type Shown = {
  id: string;
  from: "user" | "agent";
  text: string;
  timestamp: string;
  citations?: string[];
};

/** SPEC 4: premium is named and never derived. */
export type AccessLevel = "public" | "authenticated" | "premium";
export const levels: Readonly<Record<AccessLevel, { name: string; about: string }>> = {
  public: { name: "Public Assistant", about: "Learn about the product" },
  authenticated: { name: "Platform Guide", about: "Get help using the platform" },
  premium: { name: "Premium AI Agent", about: "Your personal productivity assistant" },
};
export const levelOf = (auth: { loading: boolean; user: unknown }): AccessLevel =>
  auth.loading || !auth.user ? "public" : "authenticated";
