import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { MoneyField, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ProcedureDetail } from "../procedure/procedure.model.ts";
import { itemResults, sampleMethods } from "../sample/sample.labels.ts";
import type { ItemRow, PopulationRow } from "../sample/sample.model.ts";
import type { ProcedureAsked as Asked } from "./asked.ts";

const nouns = ["audit-procedures", "audits"];

type List = { path: string; title: string; amounts: { id: string; label: string }[] };

function FreezeDialog({ of, onClose }: { of: ProcedureDetail; onClose: () => void }) {
  const { data } = useGet<{ items: List[] }>("audit-procedures", "/api/v1/audit-population-lists");
  const [chosen, setChosen] = useState("");
  if (!data) return null;
  const list = data.items.find(({ path }) => path === chosen) ?? data.items[0];
  return (
    <PostDialog
      key={list?.path}
      title="Freeze a population"
      description="The rows are taken in one snapshot: whatever happens to them afterwards, the sample stands on these."
      path={`/api/v1/audit-procedures/${of.id}/actions/freeze`}
      submit="Freeze"
      nouns={nouns}
      values={{ query: "", amount: list?.amounts[0]?.id ?? "" }}
      bodyOf={(values) => ({ ...values, list: list?.path })}
      onClose={onClose}
    >
      <label className="field">
        <span className="field-label">List</span>
        <select
          className="field-control"
          value={list?.path}
          onChange={(event) => setChosen(event.target.value)}
        >
          {data.items.map(({ path, title }) => (
            <option key={path} value={path}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <SelectField
        name="amount"
        label="Amount"
        required
        options={(list?.amounts ?? []).map(({ id, label }) => ({ value: id, label }))}
      />
      <TextField
        name="query"
        label="Filters"
        hint="As the list's own address has them behind the question mark: status=paid"
        maxLength={2000}
      />
    </PostDialog>
  );
}

type DrawValues = {
  method: string;
  size: string;
  confidence: string;
  strata: { from: number | null; size: string }[];
};

function DrawDialog({ of, onClose }: { of: PopulationRow; onClose: () => void }) {
  return (
    <PostDialog<DrawValues>
      title="Draw a sample"
      description="The seed comes from the operating system and is kept: the same seed draws the same records again."
      path={`/api/v1/audit-populations/${of.id}/actions/draw`}
      submit="Draw"
      nouns={nouns}
      values={{ method: "units", size: "25", confidence: "95", strata: [] }}
      bodyOf={({ method, size, confidence, strata }) => ({
        method,
        size: Number(size),
        confidence: Number(confidence),
        strata: strata.map((each) => ({ from: each.from ?? 0, size: Number(each.size) })),
      })}
      onClose={onClose}
    >
      <SelectField name="method" label="Method" required options={options(sampleMethods)} />
      <TextField name="size" label="How many" required maxLength={3} />
      <SelectField
        name="confidence"
        label="Confidence"
        required
        options={["95", "90", "80"].map((value) => ({ value, label: `${value} %` }))}
      />
      <LineItems
        name="strata"
        label="Strata, of a stratified sample"
        min={0}
        blank={() => ({ from: null, size: "10" })}
        columns={[
          { name: "from", label: "Begins at", kind: "money" },
          { name: "size", label: "How many", kind: "text" },
        ]}
      />
    </PostDialog>
  );
}

type TestValues = { result: string; auditedCents: number | null; said: string };

function TestDialog({ of, onClose }: { of: ItemRow; onClose: () => void }) {
  return (
    <PostDialog<TestValues>
      title={`Test ${of.number}`}
      path={`/api/v1/audit-items/${of.id}/actions/test`}
      submit="Enter"
      nouns={nouns}
      values={{ result: of.result ?? "pass", auditedCents: of.auditedCents, said: of.said }}
      onClose={onClose}
    >
      <SelectField name="result" label="Found" required options={options(itemResults)} />
      <MoneyField name="auditedCents" label="Should be, of an exception" />
      <TextArea name="said" label="What was seen" rows={3} maxLength={2000} />
    </PostDialog>
  );
}

function PrepareDialog({ of, onClose }: { of: ProcedureDetail; onClose: () => void }) {
  return (
    <PostDialog
      title={`${of.number} is prepared`}
      description="Another auditor of the team reviews it."
      path={`/api/v1/audit-procedures/${of.id}/actions/prepare`}
      version={of.version}
      submit="Prepared"
      nouns={nouns}
      values={{ result: of.result }}
      onClose={onClose}
    >
      <TextArea name="result" label="What was done and seen" required rows={5} maxLength={8000} />
    </PostDialog>
  );
}

/** What an auditor enters at a procedure. */
export function ProcedureAsk({
  asked,
  of,
  onClose,
}: {
  asked: Asked;
  of: ProcedureDetail;
  onClose: () => void;
}) {
  if (asked.what === "freeze") return <FreezeDialog of={of} onClose={onClose} />;
  if (asked.what === "draw") return <DrawDialog of={asked.population} onClose={onClose} />;
  if (asked.what === "test") return <TestDialog of={asked.item} onClose={onClose} />;
  return <PrepareDialog of={of} onClose={onClose} />;
}
