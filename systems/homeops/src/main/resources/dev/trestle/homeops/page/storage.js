// What the browser remembers for this page. Without storage it holds until the page is closed.
const inMemory = new Map();

export function stored(name) {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return inMemory.get(name);
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    inMemory.set(name, value);
  }
}
