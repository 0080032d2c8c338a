import { useMemo } from "react";
import { Thumbnail } from "#web/kit/record/Thumbnail.tsx";
import { Panel } from "#web/kit/states.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { AgencyMap } from "./AgencyMap.tsx";

type Standing = {
  id: string;
  name: string;
  about: string;
  latitude: string | number | null;
  longitude: string | number | null;
  photoId: string | null;
};

/** Where something stands and what it looks like, before anything that is written about it. */
export function Sight({ id, name, about, latitude, longitude, photoId }: Standing) {
  const { can } = useAuth();
  const placed = latitude !== null && longitude !== null && can("place.read");
  const points = useMemo(
    () =>
      placed
        ? [
            {
              id,
              label: name,
              about,
              href: null,
              latitude: Number(latitude),
              longitude: Number(longitude),
              accuracy: 10,
            },
          ]
        : [],
    [placed, id, name, about, latitude, longitude],
  );
  if (!placed && !photoId) return null;
  return (
    // A map alone stays small: the work that is read all day begins on the first screen.
    <div className={`grid gap-4 ${placed && photoId ? "lg:grid-cols-[3fr_2fr]" : "lg:max-w-lg"}`}>
      {placed && (
        <Panel title="Where it stands">
          <AgencyMap label={`Map of ${name}`} points={points} alone />
        </Panel>
      )}
      {photoId && (
        <Panel title="Newest photo">
          <Thumbnail fileId={photoId} alt={`Photo of ${name}`} />
        </Panel>
      )}
    </div>
  );
}
