import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { afterActions, type AfterAction } from "../emergency.labels.ts";

type Item = { key: string; done: boolean; text: string };

/** The after-action list of one order: what is on file and what is missing. */
export function AfterActionList({ items }: { items: readonly Item[] }) {
  return (
    <ul className="checks">
      {items.map(({ key, done, text }) => (
        <li key={key} className={done ? "pass" : "warn"}>
          <span>
            <b className="font-medium">{afterActions[key as AfterAction]}.</b> {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Names and values of a record, one below the other. */
export function FactsPanel({
  title,
  rows,
}: {
  title: string;
  rows: readonly (readonly [string, React.ReactNode])[];
}) {
  return (
    <Panel title={title}>
      <Facts rows={rows} />
    </Panel>
  );
}
