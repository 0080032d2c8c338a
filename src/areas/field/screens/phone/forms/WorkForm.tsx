import { useWatch } from "react-hook-form";
import { holdReasons, meterKinds } from "#areas/assets/assets.public.ts";
import {
  QuantityField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { PacketItem } from "../../../store/packet.ts";
import { workStatusAfter, type Recorded } from "../../../store/pending.model.ts";
import { CaptureForm } from "../CaptureForm.tsx";
import { usePending } from "../usePending.ts";

type Task = { id: string; title: string; mandatory: boolean; done: boolean };
type Meter = { kind: keyof typeof meterKinds; value: string };
type WorkOrder = {
  status: string;
  description: string;
  location: string;
  asset: string | null;
  lockout: boolean;
  digs: boolean;
  locateTicket: string;
  tasks: Task[];
  meters: Meter[];
};
type Work = {
  action: string;
  because: string;
  taskId: string;
  kind: string;
  value: string;
  description: string;
  quantity: string;
  unit: string;
  problem: string;
  cause: string;
  remedy: string;
};
const blank: Work = {
  ...{ action: "", because: "", taskId: "", kind: "", value: "" },
  ...{ description: "", quantity: "1", unit: "each", problem: "", cause: "", remedy: "" },
};

const choice = (value: string, label: string) => ({ value, label });
const choicesOf = (named: Readonly<Record<string, string>>) =>
  Object.entries(named).map(([value, label]) => ({ value, label }));

const tasksAfter = (tasks: readonly Task[], captures: readonly Recorded[]): Task[] =>
  tasks.map((task) => {
    const last = captures.findLast(({ values }) => values["taskId"] === task.id);
    return last ? { ...task, done: last.values["done"] === true } : task;
  });

const stepsFor = (status: string, { tasks, meters }: Pick<WorkOrder, "tasks" | "meters">) => {
  const runs = status === "in_progress";
  return [
    ...(runs ? [] : [choice("start", status === "on_hold" ? "Go on with the work" : "Start work")]),
    ...(runs && tasks.some(({ done }) => !done) ? [choice("tick", "A task is done")] : []),
    ...(meters.length > 0 ? [choice("read", "Read a meter")] : []),
    choice("need", "A part is needed"),
    ...(runs ? [choice("hold", "It has to wait"), choice("complete", "The work is done")] : []),
  ];
};

/** The fields of the step that was chosen. */
function StepFields({ tasks, meters }: { tasks: readonly Task[]; meters: readonly Meter[] }) {
  switch (useWatch({ name: "action" }) as string) {
    case "hold":
      return (
        <RadioGroup
          name="because"
          label="What it waits for"
          required
          options={choicesOf(holdReasons)}
        />
      );
    case "tick":
      return (
        <RadioGroup
          name="taskId"
          label="Which task is done"
          required
          options={tasks.filter(({ done }) => !done).map(({ id, title }) => choice(id, title))}
        />
      );
    case "read":
      return (
        <>
          <SelectField
            name="kind"
            label="Meter"
            required
            options={meters.map(({ kind, value }) =>
              choice(kind, `${meterKinds[kind]}, ${value} before`),
            )}
          />
          <QuantityField name="value" label="It shows" required />
        </>
      );
    case "need":
      return (
        <>
          <TextField name="description" label="What is needed" required maxLength={500} />
          <QuantityField name="quantity" label="How many" required />
          <TextField name="unit" label="Unit" required maxLength={20} />
        </>
      );
    case "complete":
      return (
        <>
          <TextArea name="remedy" label="What was done" required maxLength={2000} />
          <TextArea name="problem" label="What was wrong" maxLength={2000} />
          <TextArea name="cause" label="What caused it" maxLength={2000} />
        </>
      );
    default:
      return null;
  }
}

const valuesOf = (typed: Work): Record<string, unknown> => {
  const { action, because, taskId, kind, value, description, quantity, unit } = typed;
  switch (action) {
    case "hold":
      return { action, because };
    case "tick":
      return { action, taskId, done: true };
    case "read":
      return { action, kind, value: Number(value) };
    case "need":
      return { action, description, quantity, unit };
    case "complete":
      return { action, problem: typed.problem, cause: typed.cause, remedy: typed.remedy };
    default:
      return { action };
  }
};

/** One thing that a crew does at a work order. */
export function WorkForm({ item }: { item: PacketItem }) {
  const order = item.data as unknown as WorkOrder;
  const pending = usePending(item);
  const status = workStatusAfter(order.status, pending);
  const tasks = tasksAfter(order.tasks, pending);
  // A task is seen as it stood; every other step by the state of the order.
  const seenOf = ({ action, taskId }: Work) =>
    action === "tick"
      ? { [taskId]: false }
      : action === "need" || action === "read"
        ? {}
        : { status };
  return (
    <>
      <Facts
        rows={[
          ["Asset", order.asset],
          ["Where", order.location],
          ["What for", order.description],
          ["Lockout", order.lockout && "Demanded before the work begins"],
          ["Locate ticket", order.digs && (order.locateTicket || "None yet: do not dig")],
        ]}
      />
      {status === "completed" ? (
        <p className="mt-4 text-t2">It was completed on this device; nothing more is to be done.</p>
      ) : (
        <CaptureForm<Work>
          key={pending.length}
          subject={{
            kind: "work_order_step",
            title: item.title,
            record: { id: item.id, version: item.version },
            seen: {},
          }}
          blank={blank}
          seenOf={seenOf}
          toValues={valuesOf}
        >
          <RadioGroup
            name="action"
            label="What happens now"
            required
            options={stepsFor(status, { tasks, meters: order.meters })}
          />
          <StepFields tasks={tasks} meters={order.meters} />
        </CaptureForm>
      )}
    </>
  );
}
