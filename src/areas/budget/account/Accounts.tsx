import { useState } from "react";
import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { CheckboxField, DateField, FormRow, SelectField, TextField } from "../../../web/kit/form/fields.tsx";
import { Dialog } from "../../../web/kit/overlays.tsx";
import { useGet, useMutationAction } from "../../../web/kit/queries.ts";
import { Badge } from "../../../web/kit/StatusBadge.tsx";
import { ErrorPanel, Panel, TableSkeleton } from "../../../web/kit/states.tsx";
import type { Segment } from "../budget.model.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import { FiscalYears } from "./FiscalYears.tsx";

const kinds = { fund: "Funds", account: "Accounts", project: "Projects", award: "Awards" } as const;
type Kind = keyof typeof kinds;
const uses: Record<Kind, string> = { fund: "None yet. Every account string begins with a fund: 101 General Fund.", account: "None yet. An account says what money is spent on: 5340 Road materials.", project: "None yet. Projects are optional: they collect costs across funds.", award: "None yet. Awards are optional: a grant that pays for part of the work." };
type Values = { code: string; name: string; stop: "hard" | "soft"; federal: boolean; assistanceListing: string; startsOn: string; endsOn: string; active: boolean };

function SegmentDialog({ kind, segment, onClose }: { kind: Kind; segment: Segment | null; onClose: () => void }) {
  const send = useMutationAction("segments", "account-strings");
  const save = async (v: Values) => {
    const body = { ...v, assistanceListing: v.assistanceListing || null, startsOn: v.startsOn || null, endsOn: v.endsOn || null };
    await send.mutateAsync(segment ? { method: "PATCH", path: `/api/v1/segments/${segment.id}`, body, version: segment.version } : { path: "/api/v1/segments", body: { ...body, kind } });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => { if (!open) onClose(); }} title={segment ? `${segment.code} ${segment.name}` : `Add to ${kinds[kind].toLowerCase()}`}>
      <Form<Values> formKey={null} defaultValues={{ code: segment?.code ?? "", name: segment?.name ?? "", stop: segment?.stop ?? "hard", federal: segment?.federal ?? false, assistanceListing: segment?.assistanceListing ?? "", startsOn: segment?.startsOn ?? "", endsOn: segment?.endsOn ?? "", active: segment?.active ?? true }} submitLabel="Save" onCancel={onClose} onSubmit={save}>
        <FormRow><TextField name="code" label="Code" required maxLength={20} /><TextField name="name" label="Name" required maxLength={120} /></FormRow>
        {kind === "fund" && <SelectField name="stop" label="When a commitment exceeds what is available" options={[{ value: "hard", label: "Refuse it (hard stop)" }, { value: "soft", label: "Let it pass and show it (soft stop)" }]} />}
        {(kind === "fund" || kind === "award") && <CheckboxField name="federal" label="Federal assistance" />}
        {kind === "award" && <TextField name="assistanceListing" label="Assistance listing" hint="97.036" maxLength={6} />}
        <FormRow><DateField name="startsOn" label="From" /><DateField name="endsOn" label="Until" /></FormRow>
        <CheckboxField name="active" label="In use" />
      </Form>
    </Dialog>
  );
}

function Table({ kind, items, onOpen }: { kind: Kind; items: readonly Segment[]; onOpen: ((s: Segment) => void) | null }) {
  if (items.length === 0) return <p className="px-4 py-3 text-t2">{uses[kind]}{onOpen ? "" : " A budget officer adds them."}</p>;
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={kinds[kind]}><table className="ledger">
      <thead><tr><th scope="col">Code</th><th scope="col">Name</th><th scope="col">Rule</th><th scope="col">Status</th></tr></thead>
      <tbody>{items.map((s) => <tr key={s.id}><td className="mono">{s.code}</td><td>{onOpen ? <button type="button" className="text-link hover:underline" onClick={() => onOpen(s)}>{s.name}</button> : s.name}</td><td className="text-t2">{[kind === "fund" && `${s.stop} stop`, s.federal && "federal", s.assistanceListing].filter(Boolean).join(" · ") || "—"}</td><td><Badge tone={s.active ? "success" : "neutral"} label={s.active ? "In use" : "Not in use"} /></td></tr>)}</tbody>
    </table></div>
  );
}

/** Funds, accounts, projects and awards: the segments of account strings. */
export default function Accounts() {
  const { can } = useAuth();
  const list = useGet<{ items: Segment[] }>("segments", "/api/v1/segments");
  const [open, setOpen] = useState<{ kind: Kind; segment: Segment | null } | null>(null);
  const edit = can("budget.edit");
  return (
    <>
      <BudgetNav />
      <div className="stack">
        <h1 className="text-22 font-semibold">Funds and accounts</h1>
        <FiscalYears />
        {list.isPending && <TableSkeleton columns={4} />}
        {list.isError && <ErrorPanel error={list.error} what="The accounts" onRetry={() => void list.refetch()} />}
        {list.data && (Object.keys(kinds) as Kind[]).map((kind) => (
          <Panel key={kind} title={kinds[kind]} flush aside={edit && <button type="button" className="btn btn-small" onClick={() => setOpen({ kind, segment: null })}>Add</button>}>
            <Table kind={kind} items={list.data.items.filter((s) => s.kind === kind)} onOpen={edit ? (segment) => setOpen({ kind, segment }) : null} />
          </Panel>
        ))}
      </div>
      {open && <SegmentDialog kind={open.kind} segment={open.segment} onClose={() => setOpen(null)} />}
    </>
  );
}
