import { Link } from "react-router";
import type { Instant } from "#kernel/time.ts";
import { type SignInMethod, signInMethods } from "#areas/identity/identity.ui.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Form } from "#web/kit/form/Form.tsx";
import {
  CheckboxField,
  FormRow,
  FormSection,
  QuantityField,
  RadioGroup,
} from "#web/kit/form/fields.tsx";
import type { OrganizationRow } from "../organization.model.ts";
import { useAgencyForm } from "./useAgency.ts";

type Fields = {
  secondFactor: string;
  sessionMinutes: string;
  absoluteHours: string;
  callsPerMinute: string;
} & Record<SignInMethod, boolean>;

const ways = Object.keys(signInMethods) as SignInMethod[];

const toForm = (row: OrganizationRow): Fields => ({
  secondFactor: row.mfaEveryone ? "all" : row.mfaRequired ? "officers" : "nobody",
  sessionMinutes: String(row.sessionMinutes),
  absoluteHours: String(row.absoluteHours),
  callsPerMinute: String(row.callsPerMinute),
  password: row.signInMethods.includes("password"),
  google: row.signInMethods.includes("google"),
  passkey: row.signInMethods.includes("passkey"),
});

/** The rules by which people sign in to the agency. */
export function SignInForm({ agency }: { agency: OrganizationRow }) {
  const form = useAgencyForm(agency, toForm, (values) => ({
    mfaRequired: values.secondFactor !== "nobody",
    mfaEveryone: values.secondFactor === "all",
    sessionMinutes: Number(values.sessionMinutes),
    absoluteHours: Number(values.absoluteHours),
    callsPerMinute: Number(values.callsPerMinute),
    signInMethods: ways.filter((way) => values[way]),
  }));
  const domains = useGet<{ items: { domain: string; provedAt: Instant | null }[] }>(
    "sign-in-domains",
    "/api/v1/sign-in-domains",
  );
  const proved = (domains.data?.items ?? []).flatMap((one) => (one.provedAt ? one.domain : []));
  return (
    <Form<Fields> formKey={null} submitLabel="Save the rules of sign-in" {...form}>
      <RadioGroup
        name="secondFactor"
        label="Two-step sign-in is required of"
        hint="Whoever has none sets it up at the next sign-in; until then most of their work is closed."
        options={[
          { value: "nobody", label: "Nobody" },
          {
            value: "officers",
            label: "Officers",
            hint: "Administrators, budget, purchasing, accounts payable and treasury.",
          },
          { value: "all", label: "Everyone" },
        ]}
        required
      />
      <FormSection title="Ways of signing in">
        <p className="max-w-[70ch] text-13 text-t3">
          Whoever comes another way is led to one of these before they are in the agency. Your own
          provider, where one is active, is always open.
        </p>
        {ways.map((way) => (
          <CheckboxField key={way} name={way} label={signInMethods[way]} />
        ))}
        <p className="text-13">
          <Link className="text-link underline underline-offset-2" to="/sso-management?tab=domains">
            {proved.length > 0
              ? `Proved mail domains: ${proved.join(", ")}`
              : "No mail domain is proved yet"}
          </Link>
        </p>
      </FormSection>
      <FormRow>
        <QuantityField
          name="sessionMinutes"
          label="Sign out after minutes without activity"
          decimals={0}
          hint="10 to 60. People are warned 5 minutes before."
          required
        />
        <QuantityField
          name="absoluteHours"
          label="Sign out after hours in any case"
          decimals={0}
          hint="1 to 12."
          required
        />
      </FormRow>
      <QuantityField
        name="callsPerMinute"
        label="Calls of the interface per person and minute"
        decimals={0}
        hint="60 or more. Screens need a few dozen."
        required
      />
    </Form>
  );
}
