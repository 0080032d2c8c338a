import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useDays } from "#web/kit/days.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { publishedSets } from "./openfema.labels.ts";
import type { ImportResult, ImportRow, PublishedSet } from "./openfema.model.ts";

function Result({ of }: { of: ImportResult }) {
  return (
    <div className="mt-3" aria-live="polite">
      <p>
        {of.again ? "This file was imported before; nothing changed. " : ""}
        {of.rowsTaken} of {of.rowsRead} rows taken.{" "}
        {of.declarationId && (
          <Link to={pathTo("paDeclaration", { id: of.declarationId })}>Open the declaration</Link>
        )}
      </p>
      <ul className="checks">
        {of.differences.map((d) => (
          <li key={d} className="warn">
            {d}
          </li>
        ))}
        {of.odd.slice(0, 20).map((o) => (
          <li key={`${o.row} ${o.why}`} className="warn">
            Row {o.row}: {o.why}
          </li>
        ))}
      </ul>
    </div>
  );
}

function FileForm({ kind }: { kind: "declarations" | "equipment" }) {
  const { today } = useDays();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const act = useMutationAction<ImportResult>("fema-imports", "pa-declarations");
  const schedule = kind === "equipment";
  return (
    <Panel title={schedule ? "FEMA's schedule of equipment rates" : "Declarations of OpenFEMA"}>
      <Form<{ number: string; dataAsOf: string; fromDay: string }>
        formKey={null}
        defaultValues={{ number: "", dataAsOf: today(), fromDay: "" }}
        submitLabel="Import"
        onSubmit={async ({ number, dataAsOf, fromDay }) => {
          setResult(
            await act.mutateAsync({
              path: `/api/v1/fema-imports/${kind}`,
              body: {
                name: file?.name ?? "",
                text: (await file?.text()) ?? "",
                dataAsOf,
                ...(schedule ? { fromDay } : { number }),
              },
            }),
          );
        }}
      >
        <label className="field">
          <span className="field-label">
            {schedule ? "Schedule as CSV" : "DisasterDeclarationsSummaries as CSV or JSON"}
          </span>
          <input
            type="file"
            className="field-control"
            accept=".csv,.json,text/csv,application/json"
            onChange={(e) => setFile(e.target.files?.[0] ?? null)}
          />
        </label>
        {schedule ? (
          <DateField name="fromDay" label="Holds for declarations from" required />
        ) : (
          <TextField name="number" label="Declaration" hint="As DR-4897-MN" required />
        )}
        <DateField name="dataAsOf" label="Day of the data" required />
      </Form>
      {result && <Result of={result} />}
    </Panel>
  );
}

function CodeForm() {
  const act = useMutationAction("fema-imports");
  const [named, setNamed] = useState("");
  return (
    <Panel title="FEMA equipment codes by class of unit">
      <p className="text-t2">
        A class of units proposes a code; each unit has its own by its size, under{" "}
        <Link className="underline" to={pathTo("paCrew")}>
          Crew hours
        </Link>
        . The lesser of FEMA&rsquo;s rate and ours holds.
      </p>
      <Form<{ assetClassId: string; code: string }>
        formKey={null}
        defaultValues={{ assetClassId: "", code: "" }}
        submitLabel="Name the code"
        onSubmit={async (values) => {
          await act.mutateAsync({ path: "/api/v1/fema-unit-codes", body: values });
          setNamed(values.code);
        }}
      >
        <Combobox<{ id: string; name: string }>
          name="assetClassId"
          label="Class of units"
          required
          path="/api/v1/asset-classes"
          itemLabel={(c) => c.name}
        />
        <TextField name="code" label="Code of FEMA's schedule" required maxLength={12} />
      </Form>
      {named && <p aria-live="polite">Code {named} is kept.</p>}
    </Panel>
  );
}

function Imports() {
  const found = useGet<{ items: ImportRow[] }>("fema-imports", "/api/v1/fema-imports");
  return (
    <Panel title="What was imported">
      {found.data?.items.length === 0 && <p className="text-t2">Nothing yet.</p>}
      <ul className="grid gap-2">
        {found.data?.items.map((i) => (
          <li key={i.id}>
            <b>{i.name}</b>: data of {formatDate(i.dataAsOf)}, {i.rowsTaken} of {i.rowsRead} rows
            taken, {i.odd.length} odd
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Sets() {
  const { timeZone } = useAgency();
  const found = useGet<{ items: PublishedSet[] }>("fema-imports", "/api/v1/fema-published");
  return (
    <Panel title="Data sets of OpenFEMA">
      <p className="text-t2">
        Taken row by row, from a file or by a{" "}
        <Link className="underline" to={pathTo("apiConnectors")}>
          connector
        </Link>{" "}
        that fetches the CSV of OpenFEMA by the clock and goes on behind its last batch after a
        break. The same file twice changes nothing.
      </p>
      <ul className="mt-2 grid gap-2">
        {found.data?.items.map((s) => (
          <li key={s.dataset}>
            <Link className="underline" to={pathTo("femaPublishedSet", { dataset: s.dataset })}>
              {publishedSets[s.dataset]}
            </Link>
            :{" "}
            {s.rows
              ? `${counted(s.rows, "row")}, read ${formatInstant(s.readAt!, timeZone)}${s.newest ? `, the newest of ${formatDate(s.newest)}` : ""}`
              : "nothing yet"}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What FEMA publishes, taken from its files; what is ours is never written over. */
export default function FemaIntegration() {
  return (
    <div className="stack">
      <div>
        <h1>FEMA integration</h1>
        <p className="text-t2">
          Files of OpenFEMA and FEMA&rsquo;s schedule of equipment. Rows that cannot be read are
          listed, never guessed.
        </p>
      </div>
      <Sets />
      <FileForm kind="declarations" />
      <FileForm kind="equipment" />
      <CodeForm />
      <Imports />
    </div>
  );
}
