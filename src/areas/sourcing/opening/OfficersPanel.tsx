import { useState } from "react";
import { Link } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { rehearseWith } from "./officer-session.ts";
import type { MyOfficerKeys, OfficerKeyRow, RehearsalState } from "./opening.model.ts";
import { Unlock } from "./Unlock.tsx";

function Choose({
  id,
  chosen,
  onDone,
}: {
  id: string;
  chosen: readonly string[];
  onDone: () => void;
}) {
  const keys = useGet<MyOfficerKeys>("officer-keys", "/api/v1/officer-keys");
  const save = useMutationAction("solicitations", "opening");
  const [picked, setPicked] = useState<readonly string[]>(chosen);
  const live = keys.data?.items.filter((key) => !key.retiredAt) ?? [];
  const toggle = (key: OfficerKeyRow) =>
    setPicked(
      picked.includes(key.id) ? picked.filter((each) => each !== key.id) : [...picked, key.id],
    );
  const send = () =>
    save.mutate(
      { method: "PUT", path: `/api/v1/solicitations/${id}/officers`, body: { keyIds: picked } },
      {
        onSuccess: () => {
          notify.done("Officers named", "Each of them now rehearses the opening.");
          onDone();
        },
        onError: (error) => notify.failed("Not named", error),
      },
    );
  if (keys.data && live.length < 2)
    return (
      <p className="text-t2">
        At least two people need a key that opens bids.{" "}
        <Link className="text-link" to="/opening-keys">
          Keys
        </Link>
      </p>
    );
  return (
    <div className="grid gap-2">
      {live.map((key) => (
        <label key={key.id} className="check">
          <input type="checkbox" checked={picked.includes(key.id)} onChange={() => toggle(key)} />
          <span>
            {key.escrow ? key.label : key.name}
            <small>
              {key.escrow ? "Escrow file" : "Officer"} ·{" "}
              <span className="mono">{key.fingerprint.slice(0, 19)} …</span>
            </small>
          </span>
        </label>
      ))}
      <div>
        <button
          type="button"
          className="btn btn-primary"
          disabled={picked.length < 2 || picked.length > 5 || save.isPending}
          onClick={send}
        >
          Name these officers
        </button>
      </div>
    </div>
  );
}

/**
 * Who opens the bids of a solicitation that is not published yet, and the rehearsal that
 * publication waits for.
 */
export function OfficersPanel({ solicitationId }: { solicitationId: string }) {
  const { can } = useAuth();
  const state = useGet<RehearsalState>(
    "opening",
    `/api/v1/solicitations/${solicitationId}/rehearsal`,
  );
  const [choosing, setChoosing] = useState(false);
  if (!state.data?.required) return null;
  const { officers, complete } = state.data;
  const waiting = officers.filter((each) => !each.rehearsedAt);
  const again = () => void state.refetch();
  return (
    <Panel
      title="Who opens the bids"
      aside={
        complete ? (
          <Badge tone="success" label="Rehearsed" />
        ) : (
          <Badge tone="warning" label="To be rehearsed" />
        )
      }
    >
      <div className="grid gap-4">
        <p className="max-w-2xl text-t2">
          Two to five keys; any two open the bids. Before publication every officer opens a test
          envelope, so that nobody learns on the day that a passphrase is lost.
        </p>
        {officers.length > 0 && (
          <ul className="checks">
            {officers.map((each) => (
              <li key={each.x} className={each.rehearsedAt ? "pass" : "warn"}>
                <span className="text-t1">
                  {each.escrow ? each.label : each.name}
                  <small className="mono">{each.fingerprint}</small>
                  <small>
                    {each.rehearsedAt
                      ? "opened the test envelope"
                      : "has not opened the test envelope yet"}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        )}
        {can("bid.open") && waiting.length > 0 && (
          <Unlock
            places={waiting}
            label="Rehearse the opening"
            onKey={async (key) => {
              await rehearseWith(solicitationId, key);
              notify.done("Your key opens");
              again();
            }}
          />
        )}
        {can("solicitation.edit") &&
          (officers.length === 0 || choosing ? (
            <Choose
              id={solicitationId}
              chosen={officers.map((each) => each.keyId)}
              onDone={() => {
                setChoosing(false);
                again();
              }}
            />
          ) : (
            <div>
              <button type="button" className="btn btn-small" onClick={() => setChoosing(true)}>
                Name other officers
              </button>
            </div>
          ))}
      </div>
    </Panel>
  );
}
