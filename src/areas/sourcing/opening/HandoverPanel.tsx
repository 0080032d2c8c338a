import { useState } from "react";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { handOverTo } from "./officer-session.ts";
import type { MyOfficerKeys, OpeningState } from "./opening.model.ts";
import { Unlock } from "./Unlock.tsx";

/** An officer who leaves seals the own part of every bid anew to a successor. */
export function HandoverPanel({
  state,
  onChanged,
}: {
  state: OpeningState;
  onChanged: () => void;
}) {
  const mine = state.officers.find((each) => each.mine);
  const keys = useGet<MyOfficerKeys>("officer-keys", "/api/v1/officer-keys", {
    enabled: Boolean(mine),
  });
  const [to, setTo] = useState("");
  if (!mine || mine.given > 0) return null;
  const free =
    keys.data?.items.filter(
      (key) =>
        !key.retiredAt &&
        !state.officers.some(
          (each) => each.keyId === key.id || (each.personId === key.personId && !key.escrow),
        ),
    ) ?? [];
  const successor = free.find((key) => key.id === to);
  return (
    <Panel title="Hand your place over">
      <div className="grid gap-3">
        <p className="text-t2">
          Your browser opens your part of every bid and seals it to your successor's key. You learn
          neither whose bids there are nor how many.
        </p>
        {free.length === 0 ? (
          <p className="text-t3">Nobody else has a key that opens bids.</p>
        ) : (
          <div className="field">
            <label htmlFor="successor">Successor</label>
            <select
              id="successor"
              className="field-control"
              value={to}
              onChange={(event) => setTo(event.target.value)}
            >
              <option value="">Choose</option>
              {free.map((key) => (
                <option key={key.id} value={key.id}>
                  {key.escrow ? key.label : key.name}
                </option>
              ))}
            </select>
          </div>
        )}
        {successor && (
          <>
            <p className="mono text-12 break-words text-t3">{successor.fingerprint}</p>
            <Unlock
              places={[mine]}
              label="Hand over"
              onKey={async (key) => {
                await handOverTo(state.solicitationId, key, mine, successor);
                notify.done(
                  "Handed over",
                  `${successor.escrow ? successor.label : successor.name} opens in your place.`,
                );
                onChanged();
              }}
            />
          </>
        )}
      </div>
    </Panel>
  );
}
