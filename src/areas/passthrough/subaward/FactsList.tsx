import { Badge } from "#web/kit/StatusBadge.tsx";

type Shown = { label: string; paragraph: string; value: string; known: boolean; open?: boolean };

/** The fields of 2 CFR 200.332(b)(1): label above value on a phone, beside it where there is room. */
export function FactsList({ facts }: { facts: readonly Shown[] }) {
  return (
    <dl className="grid gap-y-3">
      {facts.map((f) => (
        <div
          key={f.paragraph}
          className="grid gap-x-6 gap-y-1 border-b border-hair pb-2 last:border-0 sm:grid-cols-2"
        >
          <dt className="text-13 text-t2">
            {f.label} <span className="text-t3">{f.paragraph}</span>
          </dt>
          <dd className="min-w-0">
            {f.known ? f.value : <Badge tone="warning" label="Not known yet" />}
            {f.open && <Badge tone="danger" label="Missing" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
