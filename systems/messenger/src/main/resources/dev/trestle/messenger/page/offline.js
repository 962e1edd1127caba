// Lets the page open without a network.
const FILES = /^\/(messenger|shared|lib)\//;

/** Has the service worker keep the files that this page consists of. */
export async function keepFiles() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register('service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name.split('#')[0]);
    const here = location.href.split('#')[0];
    const files = [here, ...loaded].filter((each) => each.startsWith(location.origin) && FILES.test(new URL(each).pathname));
    active.postMessage([...new Set(files)]);
  } catch (error) {
    console.warn('The page will not open without a network', error);
  }
}
