import type { ProviderRecord } from "./provider.model.ts";
import type { ProviderKind } from "./provider.labels.ts";

/** What the form of a provider holds; words that prove a second factor stand on lines. */
export type ProviderValues = {
  kind: ProviderKind;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  metadata: string;
  metadataUrl: string;
  subjectClaim: string;
  emailClaim: string;
  nameClaim: string;
  arrival: string;
  trustsSecondFactor: boolean;
  words: string;
};

export const blankProvider: ProviderValues = {
  kind: "oidc",
  name: "",
  issuer: "",
  clientId: "",
  clientSecret: "",
  scopes: "openid email profile",
  metadata: "",
  metadataUrl: "",
  subjectClaim: "",
  emailClaim: "email",
  nameClaim: "name",
  arrival: "invitation",
  trustsSecondFactor: false,
  words: "mfa",
};

export const valuesOf = (provider: ProviderRecord): ProviderValues => ({
  ...blankProvider,
  kind: provider.kind,
  name: provider.name,
  issuer: provider.issuer,
  clientId: provider.clientId,
  scopes: provider.scopes,
  subjectClaim: provider.subjectClaim,
  emailClaim: provider.emailClaim,
  nameClaim: provider.nameClaim,
  arrival: provider.arrival,
  trustsSecondFactor: provider.trustsSecondFactor,
  words: provider.secondFactorValues.join("\n"),
});

const common = (values: ProviderValues) => ({
  name: values.name,
  subjectClaim: values.subjectClaim,
  emailClaim: values.emailClaim,
  nameClaim: values.nameClaim,
  arrival: values.arrival,
  trustsSecondFactor: values.trustsSecondFactor,
  secondFactorValues: values.words
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean),
});

/** The body of the API; `settings` alone while people come in by the provider. */
export const bodyOf = (values: ProviderValues, settings: boolean): object => {
  if (settings) return common(values);
  if (values.kind === "saml")
    return {
      kind: "saml",
      ...common(values),
      metadata: values.metadata,
      metadataUrl: values.metadataUrl,
    };
  const { issuer, clientId, clientSecret, scopes } = values;
  return { kind: "oidc", ...common(values), issuer, clientId, clientSecret, scopes };
};
