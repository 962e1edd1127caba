// Sets the chosen theme before anything is drawn. A plain script in the head, not a module: modules
// run after the first paint.
(function () {
  const KEY = 'trestle.theme';
  const root = document.documentElement;

  function stored() {
    try {
      const value = localStorage.getItem(KEY);
      return value === 'light' || value === 'dark' ? value : 'system';
    } catch {
      return 'system'; // No storage allowed: the system decides.
    }
  }

  function apply(choice) {
    if (choice === 'system') delete root.dataset.theme;
    else root.dataset.theme = choice;
  }

  window.trestleTheme = {
    get choice() {
      return stored();
    },
    /** What is seen now: light or dark. */
    get shown() {
      const choice = stored();
      if (choice !== 'system') return choice;
      return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    },
    choose(choice) {
      try {
        if (choice === 'system') localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, choice);
      } catch {
        // It holds for this page only then.
      }
      apply(choice);
      dispatchEvent(new CustomEvent('trestle-theme', { detail: choice }));
    },
  };

  apply(stored());
  addEventListener('storage', (event) => {
    if (event.key === KEY) apply(stored());
  });
})();
