// The texts of the parts that all pages share, in the languages that pages have. A page says which
// one it is in with the document's lang; each part reads its texts while drawing.

const en = {
  bar: {
    home: 'Trestle, home',
    switchTo: 'Switch to',
    unavailable: 'not available',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  section: {
    outdated: (fault) => `This may be out of date: ${fault}`,
    failed: 'Could not load this',
    tryAgain: 'Try again',
    loading: 'Loading',
  },
  code: {
    code: 'Code',
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected. Copy it with the keyboard.',
  },
  dialog: { close: 'Close', cancel: 'Cancel' },
  toast: { messages: 'Notifications', dismiss: 'Dismiss' },
  signIn: {
    lead: 'Sign in with your phone number. We’ll text you a code.',
    continueAs: (name) => `Continue as ${name}`,
    phone: 'Phone number',
    phoneHint: 'Include the country code.',
    request: 'Get a code',
    enterCode: 'Enter the code',
    sentTo: 'Sent to',
    expires: 'It expires in five minutes.',
    devCode: 'This server sends no text messages. Your code is',
    fillIn: 'Fill in',
    code: 'Code',
    sixDigits: 'The code has six digits.',
    signIn: 'Sign in',
    otherNumber: 'Use another number',
    again: 'Send again',
    againIn: (time) => `Send again in ${time}`,
    askName: 'What’s your name?',
    nameLead: 'Others see this name, not your number.',
    name: 'Name',
    continue: 'Continue',
  },
  /** By the error's code. What is missing here is shown as the server says it. */
  errors: {},
  /** By the name of the field. */
  fieldErrors: {},
};

const sv = {
  bar: {
    home: 'Trestle, startsidan',
    switchTo: 'Byt till',
    unavailable: 'finns inte här',
    theme: 'Tema',
    themes: { system: 'Som enheten', light: 'Ljust', dark: 'Mörkt' },
  },
  section: {
    outdated: (fault) => `Det här kan vara gammalt: ${fault}`,
    failed: 'Det gick inte att hämta det här',
    tryAgain: 'Försök igen',
    loading: 'Hämtar',
  },
  code: {
    code: 'Kod',
    copy: 'Kopiera',
    copied: 'Kopierat',
    selected: 'Markerat. Kopiera med tangentbordet.',
  },
  dialog: { close: 'Stäng', cancel: 'Avbryt' },
  toast: { messages: 'Meddelanden', dismiss: 'Stäng' },
  signIn: {
    lead: 'Logga in med ditt telefonnummer. Du får en kod i ett sms.',
    continueAs: (name) => `Fortsätt som ${name}`,
    phone: 'Telefonnummer',
    phoneHint: 'Med landsnummer.',
    request: 'Skicka en kod',
    enterCode: 'Skriv in koden',
    sentTo: 'Skickad till',
    expires: 'Den gäller i fem minuter.',
    devCode: 'Den här servern skickar inga sms. Din kod är',
    fillIn: 'Fyll i',
    code: 'Kod',
    sixDigits: 'Koden har sex siffror.',
    signIn: 'Logga in',
    otherNumber: 'Använd ett annat nummer',
    again: 'Skicka igen',
    againIn: (time) => `Skicka igen om ${time}`,
    askName: 'Vad heter du?',
    nameLead: 'De andra ser namnet, inte ditt nummer.',
    name: 'Namn',
    continue: 'Fortsätt',
  },
  errors: {
    OFFLINE: 'Servern går inte att nå.',
    INVALID_OTP: 'Koden är fel eller har gått ut.',
    RATE_LIMITED: 'Det blev för många försök. Vänta en stund och försök igen.',
    SERVICE_UNAVAILABLE: 'Det går inte just nu. Försök igen om en stund.',
  },
  fieldErrors: {
    phone_number: 'Skriv ett giltigt telefonnummer med landsnummer, till exempel +46 70 123 45 67.',
    display_name: 'Skriv 1 till 64 tecken.',
  },
};

const TEXTS = { en, sv };

/** The texts in the page's language, or in English. */
export function texts() {
  return TEXTS[document.documentElement.lang] ?? en;
}

/** Puts what is known of an ApiError into the page's language, and returns it. */
export function inPageLanguage(error) {
  const { errors, fieldErrors } = texts();
  error.message = errors[error.code] ?? error.message;
  for (const name of Object.keys(error.fields ?? {})) {
    error.fields[name] = fieldErrors[name] ?? error.fields[name];
  }
  return error;
}
