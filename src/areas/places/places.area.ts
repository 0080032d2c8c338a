import type { AreaManifest } from "#kernel/area.ts";
import { placesPages } from "./places.pages.ts";

export const placesArea = {
  name: "places",
  pages: placesPages,
  permissions: {
    "place.read": ["member"],
    "place.pin": ["emergency_manager", "manager", "admin"],
    "place.edit": ["emergency_manager", "manager", "admin"],
    "place.publish": ["emergency_manager", "admin"],
  },
} as const satisfies AreaManifest;
