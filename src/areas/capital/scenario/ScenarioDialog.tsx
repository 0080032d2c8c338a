import { useNavigate } from "react-router";
import { useWatch } from "react-hook-form";
import { pathTo } from "#areas.ts";
import { FormRow, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { SourceRow } from "../request/request.model.ts";
import type { ScenarioDetail } from "./scenario.model.ts";

type Values = {
  name: string;
  firstYear: string;
  years: string;
  waitPercent: string;
  latePercent: string;
  ceilings: Record<string, string | number | null>[];
  wishes: { requestId: string; how: "pin" | "bar"; year: string }[];
};

const places = Array.from({ length: 10 }, (_, at) => at);

const valuesOf = (of: ScenarioDetail | null, sources: readonly SourceRow[]): Values => ({
  name: of?.name ?? "",
  firstYear: String(of?.firstYear ?? ""),
  years: String(of?.years ?? 6),
  waitPercent: String(of?.waitPercent ?? 3),
  latePercent: String(of?.latePercent ?? 20),
  ceilings: sources.map((source) => ({
    sourceId: source.id,
    name: source.name,
    ...Object.fromEntries(
      places.map((at) => [
        `y${at}`,
        of?.ceilings.find((c) => c.sourceId === source.id)?.cents[at] ?? null,
      ]),
    ),
  })),
  wishes: [
    ...(of?.pins ?? []).map((p) => ({
      requestId: p.requestId,
      how: "pin" as const,
      year: p.year === null ? "" : String(p.year),
    })),
    ...(of?.bars ?? []).map((requestId) => ({ requestId, how: "bar" as const, year: "" })),
  ],
});

const toInput = ({ ceilings, wishes, ...head }: Values) => ({
  ...head,
  ceilings: ceilings.map((row) => ({
    sourceId: row["sourceId"],
    cents: places.slice(0, Number(head.years)).map((at) => Number(row[`y${at}`] ?? 0)),
  })),
  pins: wishes
    .filter((w) => w.how === "pin")
    .map((w) => ({ requestId: w.requestId, year: w.year ? Number(w.year) : null })),
  bars: wishes.filter((w) => w.how === "bar").map((w) => w.requestId),
});

function Ceilings() {
  const [firstYear, years] = useWatch({ name: ["firstYear", "years"] }) as [string, string];
  const first = Number(firstYear) || 1;
  const count = Math.min(10, Math.max(1, Number(years) || 1));
  const columns: readonly LineColumn[] = [
    { name: "name", label: "Source", kind: "text", fixed: (line) => String(line["name"]) },
    ...places.slice(0, count).map((at): LineColumn => ({
      name: `y${at}`,
      label: first > 1000 ? String(first + at) : `Year ${at + 1}`,
      kind: "money",
    })),
  ];
  return <LineItems name="ceilings" label="Ceilings" blank={() => ({})} columns={columns} />;
}

function Asked({
  of,
  sources,
  onClose,
}: {
  of: ScenarioDetail | null;
  sources: readonly SourceRow[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const known = (id: string) => of?.question?.projects.find((p) => p.id === id)?.number ?? null;
  const form = {
    path: "/api/v1/capital-scenarios",
    blank: () => valuesOf(null, sources),
    toForm: (scenario: ScenarioDetail) => valuesOf(scenario, sources),
    toInput,
  };
  return (
    <RecordForm
      form={form}
      draft={null}
      wide={false}
      put
      {...(of && { record: of })}
      submitLabel={of ? "Save" : "Make the scenario"}
      onCancel={onClose}
      onSaved={(id) => {
        onClose();
        if (!of) void navigate(pathTo("capitalScenario", { id }));
      }}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <FormRow>
        <QuantityField name="firstYear" label="First year" decimals={0} required />
        <QuantityField name="years" label="Years" decimals={0} required hint="Five to ten" />
      </FormRow>
      <FormRow>
        <QuantityField
          name="waitPercent"
          label="A year of waiting takes, % of the score"
          decimals={0}
          required
          hint="Twice where the condition is poor, four times where it fails"
        />
        <QuantityField
          name="latePercent"
          label="A year past the need takes, %"
          decimals={0}
          required
        />
      </FormRow>
      <Ceilings />
      <LineItems
        name="wishes"
        label="Pinned and barred"
        blank={() => ({ requestId: "", how: "pin", year: "" })}
        columns={[
          {
            name: "how",
            label: "How",
            kind: "select",
            options: [
              { value: "pin", label: "Pinned: must be in" },
              { value: "bar", label: "Barred: must be out" },
            ],
          },
          {
            name: "requestId",
            label: "Request",
            kind: "lookup",
            required: true,
            path: "/api/v1/capital-requests",
            query: "status=scored,recommended,deferred",
            itemLabel: (r: { number: string; title: string }) => `${r.number} ${r.title}`,
            current: known,
          },
          { name: "year", label: "Start year, if fixed", kind: "text" },
        ]}
      />
    </RecordForm>
  );
}

/** Years, ceilings for each source and year, what must be in and what must be out. */
export function ScenarioDialog({
  of,
  onClose,
}: {
  of: ScenarioDetail | null;
  onClose: () => void;
}) {
  const settings = useGet<{ sources: SourceRow[] }>("capital-requests", "/api/v1/capital-settings");
  return (
    <Dialog
      onClose={onClose}
      title={of ? `Change ${of.number}` : "New scenario"}
      description="What each source can give in each year. A change is to be worked out again."
    >
      {settings.data && (
        <Asked of={of} sources={settings.data.sources.filter((s) => s.active)} onClose={onClose} />
      )}
    </Dialog>
  );
}
