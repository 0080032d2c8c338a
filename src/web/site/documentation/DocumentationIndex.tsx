import { Island } from "../Island.tsx";
import { guides } from "./guides.ts";
import GuideSearch from "./GuideSearch.tsx";

const groups = [...new Set(guides.map((guide) => guide.for))];

export default function DocumentationIndex() {
  return (
    <div className="prose">
      <h1>Documentation</h1>
      <p>How each part is used, for the people who use it. What is written here works now.</p>
      <Island name="guideSearch" of={GuideSearch} props={{}} />
      {groups.map((group) => (
        <section
          key={group}
          className="guide-group"
          aria-labelledby={`guides-${guides.findIndex((guide) => guide.for === group)}`}
        >
          <h2 id={`guides-${guides.findIndex((guide) => guide.for === group)}`}>{group}</h2>
          <ul className="plain">
            {guides
              .filter((guide) => guide.for === group)
              .map((guide) => (
                <li key={guide.slug}>
                  <a href={`/documentation/${guide.slug}`}>{guide.title}</a>
                  <p>{guide.description}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
