import { Combobox } from "#web/kit/form/Combobox.tsx";
import { labelsOf } from "#web/kit/scan/labels.ts";

type Location = { id: string; code: string; name: string };

const labels = labelsOf({ what: "a location", opens: "/inventory/locations/" });

/** A location of the stores, by its label or its name. */
export function LocationField({
  name,
  label,
  required = true,
  current = null,
}: {
  name: string;
  label: string;
  required?: boolean;
  current?: string | null;
}) {
  return (
    <Combobox<Location>
      name={name}
      label={label}
      hint="Scan its label, or search its name"
      required={required}
      path="/api/v1/stock-locations"
      query="status=active&role=shelf,receiving"
      currentLabel={current}
      itemLabel={(location) => `${location.code} ${location.name}`}
      labels={labels}
    />
  );
}
