import { labelsOf } from "#web/kit/scan/labels.ts";

/** Labels of assets, for a field that one is chosen in. */
export const assetLabels = labelsOf({ what: "an asset", opens: "/asset-management/" });
