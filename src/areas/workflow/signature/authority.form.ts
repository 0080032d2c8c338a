import { recordForm } from "#kernel/record-form.ts";
import { authorityFields } from "./authority.model.ts";
import { signableKinds } from "./signature.labels.ts";

/** The form of an authority to sign: all documents, unless somebody takes some out. */
export const authorityForm = recordForm("/api/v1/signing-authorities", authorityFields, {
  begins: { kinds: Object.keys(signableKinds) },
});
