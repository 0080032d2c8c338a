import { options } from "#kernel/labels.ts";
import { Form } from "#web/kit/form/Form.tsx";
import {
  CheckboxField,
  FormRow,
  FormSection,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { arrivals, providerKinds } from "./provider.labels.ts";
import type { ProviderValues } from "./providerValues.ts";

const kinds = [
  { value: "oidc", label: providerKinds.oidc, hint: "Entra ID, Okta, Google Workspace, Keycloak" },
  { value: "saml", label: providerKinds.saml, hint: "Where the provider speaks nothing newer" },
];

function Oidc({ secretKept }: { secretKept: boolean }) {
  return (
    <FormSection title="Connection">
      <TextField
        name="issuer"
        label="Issuer"
        required
        hint="The provider's address, such as https://login.county.gov. Everything else is read from there."
      />
      <FormRow>
        <TextField name="clientId" label="Client id" required />
        <TextField
          name="clientSecret"
          label="Client secret"
          type="password"
          autoComplete="off"
          hint={
            secretKept
              ? "One is kept. Left empty, it stays."
              : "It is sealed and never shown again."
          }
        />
      </FormRow>
      <TextField name="scopes" label="Scopes" hint="Names by spaces; openid is always asked for." />
    </FormSection>
  );
}

function Saml({ described }: { described: boolean }) {
  return (
    <FormSection title="Connection">
      <TextArea
        name="metadata"
        label="The provider's metadata"
        rows={6}
        hint={
          described
            ? "What was taken in stays, unless you paste a new file."
            : "Paste the XML file. You may save without it, to see our metadata first."
        }
      />
      <TextField
        name="metadataUrl"
        label="Or the address of its metadata"
        hint="It is fetched once, when you save."
      />
    </FormSection>
  );
}

function Settings({ kind }: { kind: ProviderValues["kind"] }) {
  return (
    <>
      <FormSection title="Who it is">
        <TextField
          name="subjectClaim"
          label="Claim that names a person for good"
          hint={`Empty: ${kind === "saml" ? "NameID" : "sub"}. An address is never enough: it may be given to somebody else.`}
        />
        <FormRow>
          <TextField name="emailClaim" label="Claim of the mail address" required />
          <TextField name="nameClaim" label="Claim of the name" required />
        </FormRow>
        <SelectField
          name="arrival"
          label="Who comes for the first time"
          options={options(arrivals)}
          required
        />
      </FormSection>
      <FormSection title="Second factor">
        <CheckboxField
          name="trustsSecondFactor"
          label="We trust the provider's second factor"
          hint="A session counts as strong only where the provider says so in one of these words."
        />
        <TextArea
          name="words"
          label="Words that say so, one a line"
          rows={3}
          hint="Of amr, acr or the authentication context, such as mfa."
        />
      </FormSection>
    </>
  );
}

/** The form of a provider: the whole of it, or its settings while people come in by it. */
export function ProviderForm({
  values,
  submitLabel,
  fixed,
  settings = false,
  secretKept = false,
  described = false,
  onSubmit,
  onCancel,
}: {
  values: ProviderValues;
  submitLabel: string;
  /** What it speaks stays. */
  fixed: boolean;
  settings?: boolean;
  secretKept?: boolean;
  described?: boolean;
  onSubmit: (values: ProviderValues) => Promise<void>;
  onCancel: () => void;
}) {
  return (
    <Form<ProviderValues>
      formKey={null}
      defaultValues={values}
      submitLabel={submitLabel}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      {(form) => {
        const kind = form.watch("kind");
        return (
          <>
            <TextField
              name="name"
              label="Name"
              required
              hint="It stands on the sign-in page: Continue with …"
            />
            {!fixed && <RadioGroup name="kind" label="What it speaks" required options={kinds} />}
            {!settings &&
              (kind === "saml" ? <Saml described={described} /> : <Oidc secretKept={secretKept} />)}
            <Settings kind={kind} />
          </>
        );
      }}
    </Form>
  );
}
