// What the worker reads of a person's database, without Dexie: whether their pack lists a clip, and their device key.

export interface PackLookup {
  readonly listed: boolean;
  readonly deviceKey: string | undefined;
}

/** Opens what is there and never makes a database; somebody unknown here has no pack. */
export async function lookUp(person: string, hash: string): Promise<PackLookup> {
  const nothing = { listed: false, deviceKey: undefined };
  const db = await openExisting(`countersign-${person}`);
  if (db === undefined) return nothing;
  try {
    const stores = db.transaction(["media", "meta"], "readonly");
    const [medium, key] = await Promise.all([
      done(stores.objectStore("media").get(hash)),
      done(stores.objectStore("meta").get("deviceKey")),
    ]);
    return { listed: medium !== undefined, deviceKey: (key as { value?: string } | undefined)?.value };
  } catch {
    return nothing;
  } finally {
    db.close();
  }
}

function openExisting(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(undefined);
    opening.onblocked = () => resolve(undefined);
  });
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
