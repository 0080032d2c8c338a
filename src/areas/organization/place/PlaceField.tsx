import { useWatch } from "react-hook-form";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import type { FieldProps } from "#web/kit/form/Field.tsx";
import { useGet } from "#web/kit/queries.ts";
import { placeKinds, placeLine } from "./place.labels.ts";
import type { PlaceRow } from "./place.model.ts";

const labelOf = (place: PlaceRow) => place.name;

/** Chooses one of the agency's places that are in use today; the value is its id. */
export function PlaceField(props: FieldProps) {
  const id = useWatch({ name: props.name }) as string | null;
  const current = useGet<{ items: PlaceRow[] }>("places", `/api/v1/places?id=${id}&limit=1`, {
    enabled: Boolean(id),
  });
  const place = current.data?.items[0];
  return (
    <Combobox<PlaceRow>
      {...props}
      path="/api/v1/places"
      query="offered=true&count=none"
      itemLabel={labelOf}
      itemHint={(one) =>
        [placeKinds[one.kind], placeLine({ ...one, name: "" })].filter(Boolean).join(" · ")
      }
      currentLabel={place ? labelOf(place) : null}
    />
  );
}
