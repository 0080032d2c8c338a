import { RotateCcw, X } from "lucide-react";
import { shownAs } from "#kernel/keys/binding.ts";
import type { KeyAction } from "#kernel/keys/core.ts";
import { effectiveKeys, type KeyChanges } from "#kernel/keys/effective.ts";
import { faultsOf } from "#kernel/keys/faults.ts";
import { keyActions } from "#kernel/keys/registry.ts";
import { useCapture } from "./useCapture.ts";

type Row = {
  action: KeyAction;
  binding: string | null;
  changed: boolean;
  fault: string | null;
  set: (binding: string | null | undefined) => void;
};

const asked = (action: KeyAction, first: string | null) => {
  if (first) return `${first} then …`;
  return action.where === "anywhere" && action.to
    ? "Press two letters, or Ctrl and one"
    : "Press it";
};

function KeyRow({ action, binding, changed, fault, set }: Row) {
  const { on, first, start, stop, onKeyDown } = useCapture(action, set);
  const faultId = `key-fault-${action.id}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="min-w-0 flex-1">
        {action.label}
        {changed && <span className="text-t3"> · changed</span>}
      </span>
      {binding ? (
        <kbd className="kbd">{shownAs(binding)}</kbd>
      ) : (
        <span className="text-t3">None</span>
      )}
      <span className="no-print flex gap-1">
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-label={
            on ? `Keys for ${action.label}: press them now` : `Change keys of ${action.label}`
          }
          aria-describedby={fault ? faultId : undefined}
          onClick={start}
          onKeyDown={onKeyDown}
          onBlur={stop}
          data-own-keys
        >
          {on ? asked(action, first) : "Change"}
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-label={`Take the keys of ${action.label} away`}
          disabled={binding === null}
          onClick={() => set(null)}
        >
          <X aria-hidden="true" />
        </button>
        {changed && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-label={`Put the keys of ${action.label} back`}
            onClick={() => set(undefined)}
          >
            <RotateCcw aria-hidden="true" />
          </button>
        )}
      </span>
      {fault && (
        <p id={faultId} className="w-full text-13 text-danger" role="alert">
          {fault}
        </p>
      )}
    </li>
  );
}

const without = (changes: KeyChanges, id: string): KeyChanges =>
  Object.fromEntries(Object.entries(changes).filter(([each]) => each !== id));

/**
 * Every key of the product with what it does; each can be changed, taken away and put back. `under`
 * is what stands beneath these changes: the agency's keys where they are a person's own.
 */
export function KeyEditor({
  changes,
  under = null,
  onChange,
}: {
  changes: KeyChanges;
  under?: KeyChanges | null;
  onChange: (changes: KeyChanges) => void;
}) {
  const keys = effectiveKeys(keyActions, under, changes);
  const faults = faultsOf(changes, under);
  const groups = [...new Set(keyActions.map((action) => action.group))];
  return (
    <div className="gap-x-10 lg:columns-2">
      {groups.map((group) => (
        <section key={group} aria-label={group} className="mb-6 break-inside-avoid">
          <h3 className="mb-1 text-13 font-medium text-t2">{group}</h3>
          <ul className="divide-y divide-hair">
            {keyActions
              .filter((action) => action.group === group)
              .map((action) => (
                <KeyRow
                  key={action.id}
                  action={action}
                  binding={keys.get(action.id) ?? null}
                  changed={Object.hasOwn(changes, action.id)}
                  fault={faults[action.id] ?? null}
                  set={(binding) =>
                    onChange(
                      binding === undefined
                        ? without(changes, action.id)
                        : { ...changes, [action.id]: binding },
                    )
                  }
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
