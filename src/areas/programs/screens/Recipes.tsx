import { Copy } from "lucide-react";
import { useState } from "react";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { recipesFor, type Recipe } from "./recipes.data.ts";

const languages = { curl: "curl", typescript: "TypeScript" } as const;
type Language = keyof typeof languages;

const copy = (text: string, what: string) =>
  void navigator.clipboard
    .writeText(text)
    .then(() => notify.done("Copied!", `${what} is in your clipboard`));

function Example({ recipe, language }: { recipe: Recipe; language: Language }) {
  const code = recipe[language];
  return (
    <section className="grid gap-2" aria-labelledby={`recipe-${recipe.id}`}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 id={`recipe-${recipe.id}`}>{recipe.title}</h3>
        <button
          type="button"
          className="btn btn-quiet btn-small ml-auto"
          aria-label={`Copy: ${recipe.title}`}
          onClick={() => copy(code, recipe.title)}
        >
          <Copy aria-hidden="true" />
          Copy
        </button>
      </div>
      <p className="max-w-[80ch] text-t2">{recipe.about}</p>
      <pre className="overflow-auto rounded border border-hair bg-s1 p-3 text-12" tabIndex={0}>
        {code}
      </pre>
    </section>
  );
}

/** How a program calls, by example: with this server's address, ready to be copied. */
export function Recipes() {
  const [language, setLanguage] = useState<Language>("curl");
  return (
    <Panel
      title="How a program calls"
      aside={
        <span className="flex gap-2" role="group" aria-label="Language of the examples">
          {Object.entries(languages).map(([id, label]) => (
            <button
              key={id}
              type="button"
              className={id === language ? "btn btn-small btn-primary" : "btn btn-small"}
              aria-pressed={id === language}
              onClick={() => setLanguage(id as Language)}
            >
              {label}
            </button>
          ))}
        </span>
      }
    >
      <div className="grid gap-6">
        <p className="max-w-[80ch] text-t2">
          The key goes into the header Authorization, never into an address. Everything that the
          screens do stands in the{" "}
          <a href="/openapi.json" target="_blank" rel="noreferrer">
            OpenAPI document
          </a>
          ; your program may do the part of it that its scopes name. A refusal is problem+json:
          detail says in words what to do, code stays the same for your program.
        </p>
        {recipesFor(globalThis.location?.origin ?? "").map((recipe) => (
          <Example key={recipe.id} recipe={recipe} language={language} />
        ))}
      </div>
    </Panel>
  );
}
