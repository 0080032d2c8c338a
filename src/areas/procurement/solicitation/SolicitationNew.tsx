import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "../../../areas.ts";
import { useAuth } from "../../../web/auth/AuthProvider.tsx";
import { Form } from "../../../web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "../../../web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "../../../web/kit/states.tsx";
import { kinds, type Kind } from "./solicitation.labels.ts";
import { SolicitationFields } from "./SolicitationFields.tsx";
import { blankSolicitation, toInput, type SolicitationValues, type TemplateOffer } from "./solicitationForm.ts";

const order: readonly Kind[] = ["rfq", "itb", "rfp", "rfi"];

function Choose({ templates, onChoose }: { templates: readonly TemplateOffer[]; onChoose: (key: string) => void }) {
  return (
    <div className="grid gap-8">
      <div><h1>New solicitation</h1><p className="mt-1 text-t2">Choose a beginning. Everything in it can be changed.</p></div>
      {order.map((kind) => (
        <section key={kind} aria-labelledby={`kind-${kind}`}>
          <h2 id={`kind-${kind}`} className="text-16 font-semibold">{kinds[kind]}</h2>
          <ul className="mt-3 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
            {templates.filter((template) => template.kind === kind).map((template) => (
              <li key={template.key}><button type="button" className="panel h-full w-full p-4 text-left hover:border-ctl" onClick={() => onChoose(template.key)}><b className="font-medium">{template.name}</b><span className="mt-1 block text-14 text-t2">{template.about}</span></button></li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Draft({ template }: { template: TemplateOffer }) {
  const { me } = useAuth();
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("solicitations");
  const submit = async (values: SolicitationValues) => {
    const made = await save.mutateAsync({ path: "/api/v1/solicitations", body: { kind: template.kind, templateKey: template.key, ...toInput(values) } });
    void navigate(`${pathTo("solicitation", { id: made.id })}?tab=vendors`);
  };
  return (
    <div className="grid gap-5">
      <div><p className="plate"><span className="text-t2">{kinds[template.kind]}</span></p><h1 className="mt-1">{template.name}</h1><p className="mt-1 max-w-[72ch] text-t2">{template.about}</p></div>
      <Form<SolicitationValues> formKey={`solicitation-new-${template.key}`} defaultValues={blankSolicitation(template, me?.department?.id ?? "")} submitLabel="Save the draft" wide onCancel={() => void navigate(pathTo("solicitationNew"))} onSubmit={submit}><div className="grid gap-8"><SolicitationFields /></div></Form>
    </div>
  );
}

/** A new solicitation: a beginning first, then its parts. Saved as a draft; vendors are listed on its page. */
export default function SolicitationNew() {
  const [search, setSearch] = useSearchParams();
  const templates = useGet<{ items: TemplateOffer[] }>("solicitations", "/api/v1/solicitations/templates");
  if (templates.isPending) return <RecordSkeleton />;
  if (!templates.data) return <ErrorPanel error={templates.error} what="The templates" onRetry={() => void templates.refetch()} />;
  const chosen = templates.data.items.find((template) => template.key === search.get("template"));
  return chosen ? <Draft key={chosen.key} template={chosen} /> : <Choose templates={templates.data.items} onChoose={(template) => setSearch({ template })} />;
}
