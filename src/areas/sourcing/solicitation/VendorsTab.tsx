import { UserPlus } from "lucide-react";
import { useState } from "react";
import { dateIn, formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { VendorLink } from "#areas/vendors/vendors.ui.tsx";
import { invitationSources, invitationStatuses, outreachSteps } from "./solicitation.labels.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";

type Suggested = {
  id: string;
  number: string;
  name: string;
  city: string | null;
  state: string | null;
  diversity: string[];
  certified: boolean;
  listed: boolean;
};
const open = new Set(["draft", "review", "published", "questions_closed"]);

function Suggestions({ s, onClose }: { s: SolicitationDetail; onClose: () => void }) {
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const fitting = useGet<{ items: Suggested[] }>(
    "vendors",
    `/api/v1/solicitations/${s.id}/suggested-vendors`,
  );
  const sought = useGet<{ items: (Suggested & { diversity: string[] })[] }>(
    "vendors",
    `/api/v1/vendors?status=active&count=none&limit=25&q=${encodeURIComponent(q)}`,
    { enabled: q.trim().length > 1 },
  );
  const add = useMutationAction<{ added: number }>("solicitations");
  const listed = new Set(s.invitations.map((i) => i.vendorId));
  const rows = (q.trim().length > 1 ? sought.data?.items : fitting.data?.items) ?? [];
  const toggle = (id: string) =>
    setChosen((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const send = () =>
    add.mutate(
      {
        path: `/api/v1/solicitations/${s.id}/invitations`,
        body: { vendorIds: [...chosen], source: q.trim() ? "chosen" : "commodity" },
      },
      {
        onSuccess: ({ added }) => {
          notify.done(counted(added, "vendor is on the list", "vendors are on the list"));
          onClose();
        },
        onError: (error) => notify.failed("The vendors were not listed", messageOf(error)),
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title="Add vendors"
      description="Vendors that sell what the items ask for come first, certified small and minority firms on top. Search for any other."
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={chosen.size === 0 || add.isPending}
            onClick={() => {
              if (chosen.size > 0) send();
            }}
          >
            {s.publishedAt ? "Invite" : "Put on the list"} {chosen.size > 0 ? chosen.size : ""}
          </button>
        </>
      }
    >
      <label className="field">
        <span className="label">Search vendors</span>
        <input
          className="field-control"
          type="search"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </label>
      <ul className="rows mt-3 max-h-80 overflow-y-auto" tabIndex={0} aria-label="Vendors">
        {rows.map((v) => (
          <li key={v.id}>
            <label className="check px-1 py-2">
              <input
                type="checkbox"
                disabled={listed.has(v.id)}
                checked={listed.has(v.id) || chosen.has(v.id)}
                onChange={() => toggle(v.id)}
              />
              <span>
                {v.name}
                <small>
                  {[
                    v.number,
                    [v.city, v.state].filter(Boolean).join(", "),
                    v.diversity.length ? `certified: ${v.diversity.join(", ").toUpperCase()}` : "",
                    listed.has(v.id) ? "on the list" : "",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {rows.length === 0 && (
        <p className="text-t2" role="status">
          {fitting.isPending || sought.isFetching
            ? "Searching…"
            : q
              ? "No vendor fits."
              : "No vendor has the commodity codes of these items. Search by name."}
        </p>
      )}
    </Dialog>
  );
}

function Outreach({ s, canEdit }: { s: SolicitationDetail; canEdit: boolean }) {
  const [step, setStep] = useState("solicited");
  const [note, setNote] = useState("");
  const record = useMutationAction("solicitations");
  const { timeZone } = useAgency();
  const send = () =>
    record.mutate(
      {
        path: `/api/v1/solicitations/${s.id}/outreach`,
        body: { step, note, doneOn: dateIn(new Date().toISOString(), timeZone) },
      },
      {
        onSuccess: () => {
          setNote("");
          notify.done("Recorded");
        },
        onError: (error) => notify.failed("The step was not recorded", messageOf(error)),
      },
    );
  return (
    <Panel
      title="Steps toward small and minority firms"
      aside={<span className="text-t3">2 CFR 200.321</span>}
    >
      {s.outreach.length === 0 ? (
        <p className="text-t2">
          {s.federal
            ? "Federal money asks for at least one step, recorded here."
            : "Nothing recorded."}
        </p>
      ) : (
        <ul className="activity">
          {s.outreach.map((o) => (
            <li key={o.id}>
              <p>
                <b className="font-medium">{outreachSteps[o.step as keyof typeof outreachSteps]}</b>
              </p>
              <p>{o.note}</p>
              <p className="when">
                {formatDate(o.doneOn)}
                {o.doneBy ? `, ${o.doneBy}` : ""}
              </p>
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <form
          className="mt-4 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (note.trim().length >= 3) send();
          }}
        >
          <label className="field">
            <span className="label">Step</span>
            <select
              className="field-control"
              value={step}
              onChange={(event) => setStep(event.target.value)}
            >
              {Object.entries(outreachSteps).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span className="label">What was done</span>
            <input
              className="field-control"
              value={note}
              maxLength={2000}
              onChange={(event) => setNote(event.target.value)}
            />
          </label>
          <div>
            <button
              type="submit"
              className="btn"
              aria-disabled={note.trim().length < 3 || record.isPending}
            >
              Record the step
            </button>
          </div>
        </form>
      )}
    </Panel>
  );
}

/** Who is asked, what became of it, and the steps of outreach. */
export function VendorsTab({ s }: { s: SolicitationDetail }) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const [adding, setAdding] = useState(false);
  const remove = useMutationAction("solicitations");
  const canEdit = can("solicitation.edit") && open.has(s.status);
  return (
    <>
      <Panel
        title="Vendors"
        aside={
          canEdit ? (
            <button type="button" className="btn btn-small" onClick={() => setAdding(true)}>
              <UserPlus aria-hidden="true" />
              Add vendors
            </button>
          ) : undefined
        }
        flush
      >
        {s.invitations.length === 0 ? (
          <p className="px-4 py-4 text-t2">
            {s.invitedOnly
              ? "Nobody is on the list yet."
              : "Nobody is invited by name; every registered vendor may answer."}
          </p>
        ) : (
          <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Vendors">
            <table className="ledger">
              <thead>
                <tr>
                  <th scope="col">Vendor</th>
                  <th scope="col">How</th>
                  <th scope="col">State</th>
                  <th scope="col">Invited</th>
                  <th scope="col">
                    <span className="visually-hidden">Remove</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {s.invitations.map((i) => (
                  <tr key={i.id}>
                    <td>
                      <VendorLink id={i.vendorId} name={i.vendor} />
                      {i.certified.length > 0 && (
                        <span className="ml-2 text-12 text-t3">
                          {i.certified.join(", ").toUpperCase()}
                        </span>
                      )}
                      {i.declineReason && (
                        <small className="block text-13 text-t3">{i.declineReason}</small>
                      )}
                    </td>
                    <td>{invitationSources[i.source]}</td>
                    <td>
                      <StatusBadge statuses={invitationStatuses} status={i.status} />
                    </td>
                    <td>{i.invitedAt ? formatInstant(i.invitedAt, timeZone) : "—"}</td>
                    <td>
                      {canEdit && !i.invitedAt && (
                        <button
                          type="button"
                          className="btn btn-quiet btn-small"
                          onClick={() =>
                            remove.mutate(
                              {
                                method: "DELETE",
                                path: `/api/v1/solicitations/${s.id}/invitations/${i.id}`,
                              },
                              {
                                onError: (error) => notify.failed("Not removed", messageOf(error)),
                              },
                            )
                          }
                        >
                          Remove<span className="visually-hidden"> {i.vendor}</span>
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {open.has(s.status) && s.publishedAt && (
          <p className="px-4 pb-4 text-13 text-t3">
            Who read it and who means to answer stays unknown until the bids are opened; who
            declined is shown.
          </p>
        )}
      </Panel>
      {s.kind !== "rfi" && <Outreach s={s} canEdit={canEdit} />}
      {adding && <Suggestions s={s} onClose={() => setAdding(false)} />}
    </>
  );
}
