import { useId, useRef, useState, type KeyboardEvent } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { codeOf } from "#kernel/label-tag.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { FormRow, QuantityField, SelectField } from "#web/kit/form/fields.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { ScanButton } from "#web/kit/scan/ScanButton.tsx";
import type { Taken } from "#web/kit/scan/ScanDialog.tsx";
import { ScanField } from "#web/kit/scan/ScanField.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { lotCode, lotOf } from "../label/scanned.ts";
import type { CountDetail, CountTask } from "./count.model.ts";

const FoundThingDialog = dialogOnDemand(
  async () => (await import("./FoundThingDialog.tsx")).FoundThingDialog,
);
type Values = { lot: string; quantity: string; unit: string };

const said = (task: CountTask): string =>
  task.entries
    .map(({ lot, quantity }) => `${lot ? `${lot}: ` : ""}${shownDecimal(quantity)} ${task.unit}`)
    .join(", ");

const meant = (tasks: readonly CountTask[], text: string): CountTask[] => {
  const code = codeOf(text).toLowerCase();
  const byNumber = tasks.filter(({ number }) => number.toLowerCase() === code);
  return byNumber.length > 0
    ? byNumber
    : tasks.filter((task) => `${task.name} ${task.code}`.toLowerCase().includes(code));
};

function Entry({
  count,
  task,
  lot,
  onDone,
}: {
  count: CountDetail;
  task: CountTask;
  lot: string;
  onDone: () => void;
}) {
  const act = useMutationAction("stock-counts");
  const place = { itemId: task.itemId, locationId: task.locationId };
  const path = `/api/v1/stock-counts/${count.id}/actions`;
  const enter = async (body: object) => {
    await act.mutateAsync({ path: `${path}/enter`, body: { ...place, ...body } });
    onDone();
  };
  const units = [task.unit, ...task.packs.map(({ name }) => name)];
  const told = task.tracking !== "none";
  return (
    <Panel title={`${task.name} at ${task.code}`} aside={task.number}>
      <div className="stack">
        <Form<Values>
          formKey={null}
          defaultValues={{
            lot,
            quantity: task.tracking === "serial" ? "1" : "",
            unit: task.unit,
          }}
          submitLabel={told ? "Write down" : "Next"}
          onSubmit={({ unit, ...values }) => enter({ ...values, unit: unit || null })}
        >
          {told && (
            <ScanField
              name="lot"
              label={task.tracking === "serial" ? "Serial number" : "Lot"}
              required
              what={task.tracking === "serial" ? "a serial number" : "a lot"}
              read={lotCode}
            />
          )}
          <FormRow>
            <QuantityField
              name="quantity"
              label="Quantity"
              required
              unit={units.length > 1 ? "" : task.unit}
            />
            {units.length > 1 && (
              <SelectField
                name="unit"
                label="In"
                required
                options={units.map((unit) => ({ value: unit, label: unit }))}
              />
            )}
          </FormRow>
        </Form>
        {said(task) && <p role="status">Written down: {said(task)}</p>}
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className="btn"
            onClick={() =>
              void enter({ quantity: "0" }).catch((error: unknown) =>
                notify.failed("It was not written down", error),
              )
            }
          >
            Nothing lies here
          </button>
          {task.done && (
            <button
              type="button"
              className="btn"
              onClick={() =>
                void act
                  .mutateAsync({ path: `${path}/clear`, body: place })
                  .catch((error: unknown) => notify.failed("It stays written down", error))
              }
            >
              Count it anew
            </button>
          )}
        </div>
      </div>
    </Panel>
  );
}

function Choice({
  tasks,
  onPick,
}: {
  tasks: readonly CountTask[];
  onPick: (task: CountTask) => void;
}) {
  return (
    <ul className="grid gap-2">
      {tasks.map((task) => (
        <li key={task.id}>
          <button
            type="button"
            className="btn min-h-12 w-full justify-start text-left"
            onClick={() => onPick(task)}
          >
            <span className="mono">{task.code}</span>
            <span className="mr-auto">{task.name}</span>
            {task.done && <span className="text-13 text-t2">{said(task) || "counted"}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Counting({ count }: { count: CountDetail }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [text, setText] = useState("");
  const [lot, setLot] = useState("");
  const [adding, setAdding] = useState(false);
  const due = count.tasks.filter((task) => task.due);
  const open = due.filter((task) => !task.done);
  const task = due.find(({ id }) => id === picked) ?? null;
  const shown = text ? meant(due, text) : open;
  const scanned = async (said: string): Promise<Taken> => {
    const bearer = await lotOf(said).catch(() => null);
    const [one, another] = bearer
      ? due.filter(({ itemId }) => itemId === bearer.itemId)
      : meant(due, said);
    if (!one) return { said: `${codeOf(said)} is not on the list. Scan another one.`, wrong: true };
    setLot(bearer?.code ?? "");
    if (another) setText(bearer?.itemNumber ?? codeOf(said));
    else setPicked(one.id);
  };
  const entered = (event: KeyboardEvent) => {
    if (event.key === "Enter" && text) void scanned(text);
  };
  const next = () => {
    if (task?.tracking === "none") setPicked(null);
    setText("");
    setLot("");
    field.current?.focus();
  };
  return (
    <>
      <p className="finding" role="status">
        {open.length === 0
          ? "All is counted: finish it on its page."
          : `${counted(open.length, "line")} of ${due.length} to count.`}
      </p>
      <div className="field">
        <label className="label" htmlFor={id}>
          Scan an item, or type its name or the location
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            ref={field}
            className="field-control mono min-h-12 min-w-0 grow"
            autoComplete="off"
            maxLength={300}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={entered}
          />
          <ScanButton what="an item" onCode={scanned} />
        </div>
      </div>
      {task && (
        <Entry
          key={`${task.id} ${said(task)} ${lot}`}
          count={count}
          task={task}
          lot={lot}
          onDone={next}
        />
      )}
      <section className="grid gap-3">
        <h2>{text ? "Found on the list" : "Still to count"}</h2>
        <Choice tasks={shown.slice(0, 100)} onPick={({ id }) => setPicked(id)} />
        {text && shown.length === 0 && <p className="text-t2">Nothing of the list is named so.</p>}
      </section>
      {count.status === "open" && (
        <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
          Something that is not on the list
        </button>
      )}
      {adding && <FoundThingDialog countId={count.id} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Counting, made for a phone: scan or type, quantity, next. Nothing here tells what the ledger has. */
export default function CountingPage() {
  const { id = "" } = useParams();
  const found = useGet<CountDetail>("stock-counts", `/api/v1/stock-counts/${id}`, { first: true });
  if (found.isError) return <ErrorPanel error={found.error} what="The count" />;
  if (!found.data) return <RecordSkeleton />;
  const count = found.data;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">Count of {count.title}</h1>
        <Link className="btn" to={pathTo("stockCount", { id })}>
          The count
        </Link>
      </div>
      {count.mayCount ? (
        <Counting count={count} />
      ) : (
        <EmptyState kind="all-done" title="Not yours to count">
          {count.whyNot}
        </EmptyState>
      )}
    </div>
  );
}
