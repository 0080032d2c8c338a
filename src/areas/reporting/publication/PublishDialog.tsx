import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { madeForm, RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { KeptRunRecord } from "../run/run.model.ts";

type RunNamed = { id: string; name?: string };
type Move = (n: number, by: -1 | 1) => void;

const blank = { title: "", slug: "", says: "", correction: "" };
const publishForm = madeForm("/api/v1/publications", blank, (values) => values);

function Place({ id, n, last, move }: { id: string; n: number; last: number; move: Move }) {
  const { data } = useGet<KeptRunRecord>("kept-runs", `/api/v1/kept-runs/${id}`);
  const name = data ? `${data.name} (${data.number})` : "…";
  const button = (label: string, by: -1 | 1, off: boolean) => (
    <button
      type="button"
      className="btn btn-sm"
      aria-label={`${label}: ${name}`}
      disabled={off}
      onClick={() => move(n, by)}
    >
      {by < 0 ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
    </button>
  );
  return (
    <li className="flex items-center justify-between gap-2 py-1">
      <span>
        {n + 1}. {name}
      </span>
      <span className="flex gap-1">
        {button("Earlier", -1, n === 0)}
        {button("Later", 1, n === last)}
      </span>
    </li>
  );
}

/** Asks to publish kept runs as one in their order, or a correction of what stands under the same address. */
export function PublishDialog({
  runs,
  onClose,
}: {
  runs: readonly RunNamed[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [ids, setIds] = useState(runs.map((run) => run.id));
  const move: Move = (n, by) =>
    setIds((now) => {
      const next = [...now];
      [next[n], next[n + by]] = [next[n + by]!, next[n]!];
      return next;
    });
  return (
    <RecordDialog
      form={publishForm}
      known={{ title: runs.length === 1 ? (runs[0]!.name ?? "") : "" }}
      within={{ runIds: ids }}
      title={runs.length === 1 ? "Publish" : "Publish as one"}
      description="A second person reads it as everybody would, and publishes it. Names of private persons are replaced and counts of fewer than 11 people hidden."
      submitLabel="Ask to publish"
      nouns={["publications"]}
      onClose={onClose}
      onDone={(id) => void navigate(pathTo("publication", { id }))}
    >
      {ids.length > 1 && (
        <ol aria-label="Parts in their order" className="divide-y divide-hair text-13">
          {ids.map((id, n) => (
            <Place key={id} {...{ id, n, move }} last={ids.length - 1} />
          ))}
        </ol>
      )}
      <TextField name="title" label="Title" required maxLength={120} />
      <TextField
        name="slug"
        label="Address"
        hint="citizen-portal/reports/… in small letters and hyphens. The report named spending leads the page on public spending. An address that is taken gets a new version."
        required
        maxLength={80}
      />
      <TextArea name="says" label="What it shows, in plain words" required maxLength={2000} />
      <TextArea
        name="correction"
        label="What is corrected"
        hint="Only where the address was published before. Everybody reads it."
        maxLength={1000}
      />
    </RecordDialog>
  );
}
