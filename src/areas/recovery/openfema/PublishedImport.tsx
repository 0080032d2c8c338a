import { useLocation } from "react-router";
import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";
import { publishedSets, type Dataset } from "./openfema.labels.ts";

/** A data set of OpenFEMA from a file. */
export default function PublishedImport() {
  const { pathname } = useLocation();
  const dataset = (pathname.split("/").at(-1) ?? "declarations") as Dataset;
  return (
    <ImportPage
      title={`${publishedSets[dataset]} of OpenFEMA`}
      kind={`fema-${dataset}`}
      things="rows"
      permission="recovery.import"
      closed={{
        title: "You cannot import FEMA's data",
        text: "Recovery coordinators, managers and administrators can.",
      }}
      nouns={["fema-imports"]}
      done={pathTo("femaPublishedSet", { dataset })}
      help={
        <p>
          The CSV as OpenFEMA hands it out. Its headings are known; rows that cannot be read are
          listed, and what is ours is never written over.
        </p>
      }
    />
  );
}
