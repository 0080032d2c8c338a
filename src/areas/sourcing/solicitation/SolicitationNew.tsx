import { Link, useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import {
  methods,
  type Method,
  type RequisitionDetail,
} from "#areas/procurement/procurement.public.ts";
import { kinds, type Kind } from "./solicitation.labels.ts";
import { SolicitationFields } from "./SolicitationFields.tsx";
import {
  blankSolicitation,
  toForm,
  toInput,
  withRequisition,
  type TemplateOffer,
} from "./solicitationForm.ts";

const order: readonly Kind[] = ["rfq", "itb", "rfp", "rfi"];

/** The kinds that answer a procurement method (2 CFR 200.320). */
const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  simplified: ["rfq"],
  sealed_bid: ["itb"],
  proposal: ["rfp"],
};

function Choose({
  templates,
  source,
  onChoose,
}: {
  templates: readonly TemplateOffer[];
  source: RequisitionDetail | undefined;
  onChoose: (key: string) => void;
}) {
  const method = source?.method ?? source?.advice?.method;
  const fitting = kindsOf[method ?? ""] ?? [];
  return (
    <div className="grid gap-8">
      <div>
        <h1>New solicitation</h1>
        <p className="mt-1 text-t2">Choose a beginning. Everything in it can be changed.</p>
        {source && (
          <p className="mt-3">
            For requisition{" "}
            <Link className="mono" to={pathTo("requisition", { id: source.id })}>
              {source.number}
            </Link>{" "}
            {source.title}, {formatCents(source.amount - source.orderedAmount)}.
            {method && fitting.length > 0 && ` Its method: ${methods[method as Method]}.`}
          </p>
        )}
      </div>
      {order
        .toSorted((a, b) => Number(fitting.includes(b)) - Number(fitting.includes(a)))
        .map((kind) => (
          <section key={kind} aria-labelledby={`kind-${kind}`}>
            <h2
              id={`kind-${kind}`}
              className="flex flex-wrap items-center gap-3 text-16 font-semibold"
            >
              {kinds[kind]}
              {fitting.includes(kind) && <Badge tone="success" label="Fits the method" />}
            </h2>
            <ul className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
              {templates
                .filter((template) => template.kind === kind)
                .map((template) => (
                  <li key={template.key}>
                    <button
                      type="button"
                      className="panel flex h-full w-full flex-col p-4 text-left hover:border-ctl"
                      onClick={() => onChoose(template.key)}
                    >
                      <b className="font-medium">{template.name}</b>
                      <span className="mt-1 block text-14 text-t2">{template.about}</span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function Draft({
  template,
  source,
}: {
  template: TemplateOffer;
  source: RequisitionDetail | undefined;
}) {
  const { me } = useAuth();
  const navigate = useNavigate();
  const blank = blankSolicitation(template, me?.department?.id ?? "");
  const form = {
    path: "/api/v1/solicitations",
    blank: () => (source ? withRequisition(blank, source) : blank),
    toForm,
    toInput,
  };
  return (
    <div className="grid gap-5">
      <div>
        <p className="plate">
          <span className="text-t2">{kinds[template.kind]}</span>
        </p>
        <h1 className="mt-1">{template.name}</h1>
        <p className="mt-1 max-w-[72ch] text-t2">{template.about}</p>
      </div>
      <RecordForm
        form={form}
        draft={`solicitation-new-${template.key}${source ? `-${source.id}` : ""}`}
        within={{ kind: template.kind, templateKey: template.key }}
        submitLabel="Save the draft"
        onCancel={() => void navigate(pathTo("solicitationNew"))}
        onSaved={(id) => void navigate(`${pathTo("solicitation", { id })}?tab=vendors`)}
      >
        <div className="grid gap-8">
          <SolicitationFields />
        </div>
      </RecordForm>
    </div>
  );
}

/**
 * A new solicitation: a beginning first, then its parts. Saved as a draft; vendors are listed on
 * its page.
 */
export default function SolicitationNew() {
  const [search, setSearch] = useSearchParams();
  const templates = useGet<{ items: TemplateOffer[] }>(
    "solicitations",
    "/api/v1/solicitations/templates",
  );
  const from = search.get("requisition") ?? "";
  const requisition = useGet<RequisitionDetail>(
    "requisitions",
    `/api/v1/requisitions/${encodeURIComponent(from)}`,
    { enabled: from !== "" },
  );
  if (templates.isPending || (from && requisition.isPending)) return <RecordSkeleton />;
  if (from && !requisition.data)
    return (
      <ErrorPanel
        error={requisition.error}
        what="The requisition"
        onRetry={() => void requisition.refetch()}
      />
    );
  if (!templates.data)
    return (
      <ErrorPanel
        error={templates.error}
        what="The templates"
        onRetry={() => void templates.refetch()}
      />
    );
  const chosen = templates.data.items.find((template) => template.key === search.get("template"));
  return chosen ? (
    <Draft key={chosen.key} template={chosen} source={requisition.data} />
  ) : (
    <Choose
      templates={templates.data.items}
      source={requisition.data}
      onChoose={(template) => setSearch({ template, ...(from && { requisition: from }) })}
    />
  );
}
