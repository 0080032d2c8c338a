import { useController } from "react-hook-form";
import { formatInstant } from "#kernel/dates.ts";
import { deviceOf } from "../device.model.ts";
import type { WaysIn } from "../ways.model.ts";

type Kept = { passkeys: string[]; sessions: string[] };
export const nothingChosen: Kept = { passkeys: [], sessions: [] };

/**
 * Which passkeys and sessions of an account stay when it is reset; the value is `{ passkeys,
 * sessions }` with ids. What is not chosen goes.
 */
export function KeepChoices({
  name,
  ways,
  timeZone,
}: {
  name: string;
  ways: WaysIn;
  timeZone: string;
}) {
  const { field } = useController({ name });
  const kept = field.value as Kept;
  const toggle = (kind: keyof Kept, id: string, on: boolean) =>
    field.onChange({
      ...kept,
      [kind]: on ? [...kept[kind], id] : kept[kind].filter((each) => each !== id),
    });
  const rows = [
    ...ways.passkeys.map((key) => ({
      kind: "passkeys" as const,
      id: key.id,
      label: `Passkey ${key.name}`,
      about: `Added ${formatInstant(key.createdAt, timeZone)}${key.lastUsedAt ? `, last used ${formatInstant(key.lastUsedAt, timeZone)}` : ", never used"}`,
    })),
    ...ways.sessions.map((session) => ({
      kind: "sessions" as const,
      id: session.id,
      label: `Signed in: ${deviceOf(session.userAgent).label}`,
      about: `${session.address} · last used ${formatInstant(session.seenAt, timeZone)}`,
    })),
  ];
  if (rows.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>What stays</legend>
      <p className="hint">Keep only what you know. Everything else is removed and signed out.</p>
      {rows.map(({ kind, id, label, about }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={kept[kind].includes(id)}
            onChange={(event) => toggle(kind, id, event.target.checked)}
          />
          <span>
            {label}
            <small>{about}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
