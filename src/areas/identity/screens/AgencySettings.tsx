import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { api } from "#web/kit/api.ts";
import { Form } from "#web/kit/form/Form.tsx";
import {
  CheckboxField,
  FormRow,
  FormSection,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import {
  ofPublishKinds,
  publishKinds,
  type PublishKind,
  monthNames,
  timeZoneChoices,
} from "#areas/organization/organization.public.ts";
import type { Me } from "../me/me.model.ts";
import { refreshMe } from "./useChangeMe.ts";

type Org = NonNullable<Me["org"]>;
type Fields = {
  name: string;
  timeZone: string;
  fiscalYearStartMonth: string;
  address: string;
  phone: string;
  mfaRequired: boolean;
  sessionMinutes: string;
  callsPerMinute: string;
  publish: boolean;
  published: Record<PublishKind, boolean>;
};

const toForm = (org: Org): Fields => ({
  name: org.name,
  timeZone: org.timeZone,
  fiscalYearStartMonth: String(org.fiscalYearStartMonth),
  address: org.address,
  phone: org.phone,
  mfaRequired: org.mfaRequired,
  sessionMinutes: String(org.sessionMinutes),
  callsPerMinute: String(org.callsPerMinute),
  publish: org.publish !== null,
  published: ofPublishKinds((kind) => org.publish?.[kind] ?? false),
});

/** The agency's name, time zone, fiscal year and two-step rule; for administrators. */
export function AgencySettings({ org }: { org: Org }) {
  const client = useQueryClient();
  // What was read anew meanwhile moves neither the values nor the version that is sent with them.
  const [opened, setOpened] = useState(org);
  const newest = async () => {
    const now = (await api<Me>("/api/v1/me")).org;
    return now && { values: toForm(now), version: now.version, take: () => setOpened(now) };
  };
  const save = async ({ publish, published, ...values }: Fields) => {
    const { version } = await api<{ version: number }>(`/api/v1/organizations/${org.id}`, {
      method: "PATCH",
      version: opened.version,
      body: {
        ...values,
        fiscalYearStartMonth: Number(values.fiscalYearStartMonth),
        sessionMinutes: Number(values.sessionMinutes),
        callsPerMinute: Number(values.callsPerMinute),
        publish: publish ? published : null,
      },
    });
    setOpened((old) => ({ ...old, version }));
    await refreshMe(client);
  };
  return (
    <div className="stack">
      <Panel title="Agency">
        <Form<Fields>
          formKey={null}
          defaultValues={toForm(opened)}
          conflict={{ newest }}
          submitLabel="Save agency settings"
          onSubmit={save}
        >
          <TextField name="name" label="Name" required />
          <FormRow>
            <TextField
              name="address"
              label="Address"
              maxLength={300}
              hint="Vendors read it on your orders."
            />
            <TextField
              name="phone"
              label="Telephone"
              maxLength={40}
              hint="For questions on orders."
            />
          </FormRow>
          <FormRow>
            <SelectField
              name="timeZone"
              label="Time zone"
              options={timeZoneChoices(org.timeZone)}
              required
            />
            <SelectField
              name="fiscalYearStartMonth"
              label="Fiscal year begins in"
              options={monthNames.map((label, at) => ({ value: String(at + 1), label }))}
              required
            />
          </FormRow>
          <FormRow>
            <QuantityField
              name="sessionMinutes"
              label="Sign out after minutes without activity"
              decimals={0}
              hint="10 to 60. People are warned 5 minutes before."
              required
            />
            <QuantityField
              name="callsPerMinute"
              label="Calls of the interface per person and minute"
              decimals={0}
              hint="60 or more. Screens need a few dozen."
              required
            />
          </FormRow>
          <FormSection title="Public pages">
            <CheckboxField
              name="publish"
              label="Publish"
              hint="Without this, nothing of the agency stands on the public pages. Vendors appear there who are marked as public."
            />
            {publishKinds.map(([kind, { label, hint }]) => (
              <CheckboxField
                key={kind}
                name={`published.${kind}`}
                label={label}
                {...(hint ? { hint } : {})}
              />
            ))}
          </FormSection>
          <CheckboxField
            name="mfaRequired"
            label="Require two-step sign-in of officers"
            hint="Administrators, budget, purchasing, accounts payable and treasury. Whoever has none set it up at their next sign-in; until then most of their work is closed."
          />
        </Form>
      </Panel>
      <Panel title="Calendar">
        <p className="mb-4 text-t2">
          Working days, hours, holidays and closures, by which windows of business days are counted.
        </p>
        <Link className="btn" to={pathTo("agencyCalendar")}>
          Open the calendar
        </Link>
      </Panel>
      <Panel title="Rules of law">
        <p className="mb-4 text-t2">
          Thresholds, days and clauses by which purchases and payments are judged. Add what your
          state and your agency demand.
        </p>
        <Link className="btn" to={pathTo("rules")}>
          Open the rules
        </Link>
      </Panel>
    </div>
  );
}
