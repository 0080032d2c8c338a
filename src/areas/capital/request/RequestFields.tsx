import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import {
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { conditions, type Condition } from "./need.labels.ts";
import type { RequestDetail, SourceRow } from "./request.model.ts";

/** A project's money is told for up to ten years from its start, as the API takes it. */
const years = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** So many years stand in the form from the first. */
const fewestYears = 5;
type Amounts = Record<`y${(typeof years)[number]}`, number | null>;
type PhaseRow = { name: string } & Amounts;
type FundingRow = { sourceId: string } & Amounts;
type Other = { requestId: string; how: "requires" | "excludes" };
export type RequestForm = {
  title: string;
  description: string;
  departmentId: string;
  accountId: string;
  earliest: string;
  latest: string;
  needBy: string;
  condition: Condition;
  waitingCents: number | null;
  operatingCents: number | null;
  latitude: string;
  longitude: string;
  phases: PhaseRow[];
  funding: FundingRow[];
  others: Other[];
};

const amountsOf = (cents: readonly number[]): Amounts =>
  Object.fromEntries(years.map((y) => [`y${y}`, cents[y] ?? null])) as Amounts;
const none = amountsOf([]);
export const blankRequest: RequestForm = {
  title: "",
  description: "",
  departmentId: "",
  accountId: "",
  earliest: "",
  latest: "",
  needBy: "",
  condition: "none",
  waitingCents: null,
  operatingCents: null,
  latitude: "",
  longitude: "",
  phases: [{ name: "", ...none }],
  funding: [{ sourceId: "", ...none }],
  others: [],
};

const centsOf = (row: Amounts): number[] => {
  const cents = years.map((y) => row[`y${y}`] ?? 0);
  while (cents.length > 1 && cents.at(-1) === 0) cents.pop();
  return cents;
};

/** A request as its form holds it. */
export const toForm = (r: RequestDetail): RequestForm => ({
  title: r.title,
  description: r.description,
  departmentId: r.departmentId,
  accountId: r.accountId,
  earliest: String(r.earliest),
  latest: String(r.latest),
  needBy: r.needBy === null ? "" : String(r.needBy),
  condition: r.condition,
  waitingCents: r.waitingCents,
  operatingCents: r.operatingCents,
  latitude: r.latitude ?? "",
  longitude: r.longitude ?? "",
  phases: r.phases.map((p) => ({ name: p.name, ...amountsOf(p.cents) })),
  funding: r.funding.map((f) => ({ sourceId: f.sourceId, ...amountsOf(f.cents) })),
  others: [
    ...r.requires.map((o) => ({ requestId: o.id, how: "requires" as const })),
    ...r.excludes.map((o) => ({ requestId: o.id, how: "excludes" as const })),
  ],
});

/** What the API takes. */
export const toInput = ({
  phases,
  funding,
  others,
  latitude,
  longitude,
  ...rest
}: RequestForm) => ({
  ...rest,
  operatingCents: rest.operatingCents ?? 0,
  waitingCents: rest.waitingCents ?? 0,
  latitude: latitude === "" ? null : latitude,
  longitude: longitude === "" ? null : longitude,
  phases: phases.map((p) => ({ name: p.name, cents: centsOf(p) })),
  funding: funding.map((f) => ({ sourceId: f.sourceId, cents: centsOf(f) })),
  requires: others.filter((o) => o.how === "requires").map((o) => o.requestId),
  excludes: others.filter((o) => o.how === "excludes").map((o) => o.requestId),
});

/** The form of a capital request. */
export const requestForm = {
  path: "/api/v1/capital-requests",
  blank: () => blankRequest,
  toForm,
  toInput,
};

/** A column for each year that has money and for the one behind it, five at least. */
const useAmountColumns = (name: "phases" | "funding"): readonly LineColumn[] => {
  const rows = (useWatch({ name }) ?? []) as Amounts[];
  const told = Math.max(0, ...rows.map((row) => years.findLastIndex((y) => row[`y${y}`]) + 1));
  return years.slice(0, Math.max(fewestYears, told + 1)).map((y) => ({
    name: `y${y}`,
    label: `Year ${y + 1}`,
    kind: "money",
  }));
};

function Sums() {
  const phases = (useWatch({ name: "phases" }) ?? []) as PhaseRow[];
  const total = phases.reduce((sum, p) => sum + centsOf(p).reduce((a, b) => a + b, 0), 0);
  return (
    <p role="status" className="text-t2">
      {formatCents(total)} in all phases.
    </p>
  );
}

function Money({ request }: { request?: RequestDetail }) {
  const settings = useGet<{ sources: SourceRow[] }>("capital-requests", "/api/v1/capital-settings");
  const [phaseYears, fundingYears] = [useAmountColumns("phases"), useAmountColumns("funding")];
  return (
    <>
      <FormSection title="Phases and their cost">
        <LineItems
          name="phases"
          label="Phases, by year from the start"
          blank={() => ({ name: "", ...none })}
          columns={[{ name: "name", label: "Phase", kind: "text", required: true }, ...phaseYears]}
        />
        <Sums />
      </FormSection>
      <FormSection title="Sources and their limits">
        <LineItems
          name="funding"
          label="Sources, by year from the start"
          blank={() => ({ sourceId: "", ...none })}
          columns={[
            {
              name: "sourceId",
              label: "Source",
              kind: "select",
              required: true,
              options: [
                { value: "", label: "Choose a source" },
                ...(settings.data?.sources ?? []).map((s) => ({ value: s.id, label: s.name })),
              ],
            },
            ...fundingYears,
          ]}
        />
      </FormSection>
      <FormSection title="Other requests">
        <LineItems
          name="others"
          label="What it requires, or excludes"
          blank={() => ({ requestId: "", how: "requires" })}
          columns={[
            {
              name: "how",
              label: "How",
              kind: "select",
              options: [
                { value: "requires", label: "Requires" },
                { value: "excludes", label: "Excludes" },
              ],
            },
            {
              name: "requestId",
              label: "Request",
              kind: "lookup",
              required: true,
              path: "/api/v1/capital-requests",
              itemLabel: (r: { number: string; title: string }) => `${r.number} ${r.title}`,
              current: (id) =>
                [...(request?.requires ?? []), ...(request?.excludes ?? [])].find(
                  (o) => o.id === id,
                )?.number ?? null,
            },
          ]}
        />
      </FormSection>
    </>
  );
}

/** The fields of a capital request, for the new and the edit screen. */
export function RequestFields({ request }: { request?: RequestDetail }) {
  const accounts = useGet<{ items: { id: string; code: string; name: string; class: string }[] }>(
    "segments",
    "/api/v1/segments?kind=account",
  );
  return (
    <>
      <FormSection title="What">
        <TextField name="title" label="What is to be built or bought" required maxLength={200} />
        <TextArea name="description" label="Why, and what it changes" rows={4} maxLength={10_000} />
        <FormRow>
          <DepartmentField
            name="departmentId"
            label="Department"
            required
            placeholder="Choose a department"
          />
          <SelectField
            name="accountId"
            label="Account"
            required
            options={[
              { value: "", label: "Choose an account" },
              ...(accounts.data?.items ?? [])
                .filter((a) => a.class === "expenditure")
                .map((a) => ({ value: a.id, label: `${a.code} ${a.name}` })),
            ]}
          />
        </FormRow>
        <FormRow>
          <QuantityField name="earliest" label="Earliest start" decimals={0} required />
          <QuantityField name="latest" label="Latest start" decimals={0} required />
          <MoneyField name="operatingCents" label="Operating cost a year afterwards" />
        </FormRow>
        <FormRow>
          <QuantityField
            name="needBy"
            label="Needed by"
            hint="The fiscal year; a plan that begins later loses by it"
            decimals={0}
          />
          <SelectField
            name="condition"
            label="Condition of what is there"
            options={options(conditions)}
          />
          <MoneyField name="waitingCents" label="A year of waiting costs" />
        </FormRow>
        <FormRow>
          <TextField name="latitude" label="Latitude" hint="Such as 44.7891" />
          <TextField name="longitude" label="Longitude" hint="Such as -93.6021" />
        </FormRow>
      </FormSection>
      <Money {...(request ? { request } : {})} />
    </>
  );
}
