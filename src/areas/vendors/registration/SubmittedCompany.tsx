import { Download } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Missing, DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { fileSize } from "#web/kit/form/DropZone.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { documentKinds } from "./registration.labels.ts";
import type { RegistrationDetail } from "./registration.model.ts";

export function Fields({ record }: { record: RegistrationDetail }) {
  const against = record.comparedWith !== null || record.fields.some((f) => f.before !== "");
  const rows = [
    ...record.fields,
    ...(record.tinLast4
      ? [
          {
            field: "tin",
            label: "Tax number",
            before: "",
            after: `•••••${record.tinLast4}${record.tinChanged ? " (another than on file)" : ""}`,
            changed: record.tinChanged,
            guarded: true,
          },
        ]
      : []),
  ];
  return (
    <Panel
      title={
        against
          ? `What changes${record.comparedWith ? ` on ${record.comparedWith}` : ""}`
          : "What the company says"
      }
      aside={against ? "Old beside new" : undefined}
      flush
    >
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Fields">
        <table className={`ledger ${against ? "min-w-[560px]" : ""}`}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {against && <th scope="col">On file</th>}
              <th scope="col">{against ? "Submitted" : "Value"}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((f) => (
              <tr key={f.field} className={against && f.changed ? "bg-s2" : ""}>
                <td>
                  {f.label}
                  {against && f.changed && f.guarded && (
                    <>
                      {" "}
                      <Badge tone="warning" label="Verify" />
                    </>
                  )}
                </td>
                {against && (
                  <td className="whitespace-normal text-t3 [overflow-wrap:anywhere]">
                    {f.before || <Missing />}
                  </td>
                )}
                <td className="whitespace-normal [overflow-wrap:anywhere]">
                  {f.after || <Missing />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

export function Documents({ record }: { record: RegistrationDetail }) {
  const { can } = useAuth();
  const taxForms = can("vendor.register") || can("vendor.revealTin");
  return (
    <Panel title="Documents" flush={record.documents.length > 0}>
      {record.documents.length === 0 ? (
        <p className="text-t2">None were submitted.</p>
      ) : (
        <ul>
          {record.documents.map((d) => (
            <li
              key={d.id}
              className="flex flex-wrap items-center gap-3 border-b border-hair px-4 py-3 last:border-0"
            >
              <span className="min-w-0 flex-1">
                {documentKinds[d.kind]}
                {d.label && `, ${d.label}`}
                <small className="block truncate text-12 text-t3">
                  {d.fileName} · {fileSize(d.size)}
                </small>
              </span>
              {d.expiresOn && (
                <span className="text-13">
                  <DeadlineClock deadline={d.expiresOn} label="until" />
                </span>
              )}
              {d.kind === "w9" && !taxForms ? (
                <span className="text-12 text-t3">Holds the tax number: not for your role</span>
              ) : (
                <button
                  type="button"
                  className="btn btn-small"
                  aria-label={`Download ${d.fileName}`}
                  onClick={() =>
                    void download(
                      `/api/v1/vendor-registrations/${record.id}/documents/${d.id}`,
                    ).catch((error: unknown) => notify.failed("Not downloaded", error))
                  }
                >
                  <Download aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function Duplicates({ record }: { record: RegistrationDetail }) {
  return (
    <Panel title="Like vendors" flush={record.duplicates.length > 0}>
      {record.duplicates.length === 0 ? (
        <p className="text-t2">
          No vendor has the same name, UEI, tax number, address or bank account.
        </p>
      ) : (
        <ul>
          {record.duplicates.map((d) => (
            <li key={d.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
              <Link to={pathTo("vendor", { id: d.id })}>
                <span className="mono text-13">{d.number}</span> {d.name}
              </Link>
              <span className="text-13 text-t2">
                {d.reasons.join(", ")}
                {d.city && ` · ${[d.city, d.state].filter(Boolean).join(", ")}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
