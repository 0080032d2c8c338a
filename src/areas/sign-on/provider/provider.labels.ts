import { lifecycle } from "#kernel/lifecycle.ts";

export type ProviderKind = "oidc" | "saml";
export type ProviderStatus = "draft" | "tested" | "active" | "disabled";
export type Arrival = "refused" | "invitation" | "create";

export const providerKinds: Readonly<Record<ProviderKind, string>> = {
  oidc: "OpenID Connect",
  saml: "SAML 2.0",
};

export const arrivals: Readonly<Record<Arrival, string>> = {
  refused: "Nobody new comes in",
  invitation: "Who was invited comes in",
  create: "Whoever has an address of ours comes in as a user",
};

export const providerCycle = lifecycle<{
  status: string;
  kind: string;
  certificates: readonly unknown[];
}>()({
  noun: "sign-in provider",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    tested: { label: "Tested", tone: "info" },
    active: { label: "Active", tone: "success" },
    disabled: { label: "Disabled", tone: "danger" },
  },
  course: ["draft", "tested", "active"],
  initial: "draft",
  actions: {
    test: {
      label: "Test",
      from: ["draft"],
      to: "tested",
      permission: "signOn.manage",
      system: true,
    },
    activate: {
      label: "Activate",
      from: ["tested"],
      to: "active",
      permission: "signOn.manage",
      unless: (provider) =>
        provider.kind === "saml" && provider.certificates.length === 0
          ? "Take in the provider's metadata first."
          : null,
      tone: "primary",
    },
    disable: {
      label: "Disable",
      from: ["draft", "tested", "active"],
      to: "disabled",
      permission: "signOn.manage",
      needsReason: true,
      tone: "danger",
    },
    reopen: {
      label: "Set up anew",
      from: ["disabled"],
      to: "draft",
      permission: "signOn.manage",
    },
  },
});
